// Objects near the lens, each drawn with the blur of its own distance.
#pragma once
#include "sky.h"

/// Coverage 0…1 and colour of one sprite at eight pixels.
typedef struct {
    F8 cover;
    Colour8 colour;
} Touch8;

/// Paints a point of light out of focus: a disc with a slightly brighter rim, and texture from the glass.
static Touch8 disc(const TesseraSprite *p, F8 dx, F8 dy, float pitch) {
    F8 d = sqrt8(dx * dx + dy * dy) / p->size;
    float soft = pitch / p->size + 0.05f;
    F8 inside = smooth8(splat(1 + soft), splat(1 - soft), d);
    F8 rim = 0.80f + 0.16f * d * d + p->width * exp8(-(d - 0.94f) * (d - 0.94f) * 160);
    F8 glass = 1 + 0.16f * noise8(dx * (5 / p->size), dy * (5 / p->size), p->seed);
    return (Touch8){inside * rim * glass, of(p->colour)};
}

static Touch8 streak(const TesseraSprite *p, F8 dx, F8 dy, float pitch) {
    F8 ripple = fbm8(dx * 3, dy * 34, p->seed, 4, pitch * 34);
    F8 half = p->size * p->width * (0.6f + 0.5f * clamp8(dy / p->size + 0.5f, 0, 1));
    F8 across = (dx + ripple * half * 0.9f) / half;
    F8 along = dy / p->size;
    F8 broken = clamp8(0.75f + 1.7f * ripple, 0.05f, 1.8f);
    return (Touch8){exp8(-across * across * 1.6f) * exp8(-along * along * 2.2f) * broken, of(p->colour)};
}

/// Paints a leaf along +u: outline, midrib, side veins, light through the blade.
static Touch8 leaf(const TesseraSprite *p, F8 dx, F8 dy, float pitch, float ct, float st) {
    F8 u = (dx * ct + dy * st) / p->size, v = (dy * ct - dx * st) / p->size;
    v = v + 0.10f * u * u - 0.05f;
    F8 t = clamp8(u * 0.5f + 0.5f, 0, 1);
    F8 profile = p->width * 2.35f * sqrt8(t) * (1 - t) * (0.85f + 0.3f * t);
    float blur = (p->blur + pitch * 0.7f) / p->size;
    F8 lobes = p->petals > 0
                   ? 0.05f * noise8(t * p->petals, select8(v > 0, splat(3), splat(8)), p->seed + 6) * p->width * 4
                   : splat(0);
    F8 ragged = 0.03f * fbm8(u * 9, v * 9, p->seed, 3, pitch / p->size * 9);
    F8 side = profile + lobes + ragged - abs8(v);
    F8 ends = min8(u + 1, 1 - u);
    F8 cover = smooth8(splat(-blur), splat(blur), min8(side, ends * 0.6f));
    float sharp = 1 / (1 + blur * 18);
    F8 vein = fract8(t * 9 - abs8(v) * 3.2f);
    F8 veins = exp8(-abs8(vein - 0.5f) * (18 * sharp + 3)) * sharp;
    F8 rib = exp8(-abs8(v) * (90 * sharp + 8));
    F8 mottle = fbm8(u * 3.5f, v * 3.5f, p->seed + 3, 5, pitch / p->size * 3.5f + blur * 0.5f);
    F8 cellular = fbm8(u * 30, v * 30, p->seed + 9, 3, pitch / p->size * 30 + blur * 4);
    F8 shade = clamp8(0.78f + 0.5f * v / (profile + 0.05f) + 0.45f * mottle + 0.25f * cellular, 0.12f, 1.8f);
    Colour8 c = mix3(of(p->colour), of(p->second), clamp8(0.35f + 1.3f * mottle + 0.45f * (1 - side * 7), 0, 1));
    c = scale3(c, shade);
    c = mix3(c, add3(scale3(of(p->colour), splat(1.5f)), colour8(0.02f, 0.02f, 0.01f)),
             clamp8(0.42f * veins + 0.7f * rib, 0, 1) * 0.7f);
    return (Touch8){cover, c};
}

static Touch8 blade(const TesseraSprite *p, F8 x, F8 y, float pitch) {
    F8 t = clamp8((p->y - y) / p->size, 0, 1);
    F8 middle = p->x + p->turn * t * t + 0.25f * p->turn * t;
    F8 half = 0.5f * p->width * (1 - t * t) + 0.0006f;
    F8 blur = splat(p->blur + pitch * 0.6f);
    F8 off = x - middle;
    F8 cover = smooth8(-blur, blur, half - abs8(off)) * min8(half / blur * 1.6f, splat(1)) *
               smooth8(splat(-p->blur), splat(p->blur + 0.004f), p->y + p->blur - y) *
               smooth8(splat(0), blur * 2 + 0.002f, y - (p->y - p->size) + blur);
    F8 fold = clamp8(0.72f + 0.5f * off / (half + blur), 0.2f, 1.4f);
    F8 streaks = 1 + 0.25f * noise8(off * 900, t * 3, p->seed) * octaveWeight(900, pitch + p->blur);
    Colour8 c = mix3(of(p->second), of(p->colour), t * t * 0.6f + 0.4f * t);
    return (Touch8){cover, scale3(c, fold * streaks * (0.30f + 0.8f * t))};
}

/// Paints a flower at an angle: two whorls of petals and a centre.
static Touch8 flower(const TesseraSprite *p, F8 dx, F8 dy, float pitch, float ct, float st) {
    F8 u = (dx * ct + dy * st) / p->size, v = (dy * ct - dx * st) / (p->size * p->width);
    F8 r = sqrt8(u * u + v * v) + 1e-4f;
    // Angle in revolutions by an octant polynomial (error below 0.0008 revolutions).
    F8 au = abs8(u), av = abs8(v);
    F8 q = min8(au, av) / (max8(au, av) + 1e-6f);
    F8 turn = q * (0.1586f - 0.0336f * q * q);
    turn = select8(av > au, 0.25f - turn, turn);
    turn = select8(u < 0, 0.5f - turn, turn);
    turn = select8(v < 0, 1 - turn, turn);
    float blur = (p->blur + pitch * 0.7f) / p->size;
    F8 cover = splat(0);
    Colour8 c = of(p->colour);
    for (int whorl = 0; whorl < 2; whorl++) {
        F8 a = turn * p->petals + 0.5f * (float)whorl;
        I8 n = floori8(a);
        F8 in = a - __builtin_convertvector(n, F8) - 0.5f;
        n = n & (n < (I8)(int)p->petals); // the petal across the seam of the angle is one petal
        F8 own = cell8(n, (I8)whorl, p->seed);
        F8 reach = (whorl == 0 ? 1.0f : 0.86f) * (0.90f + 0.14f * own);
        F8 shape = reach * (1 - 2.6f * in * in * in * in * 4 - 0.30f * in * in) +
                   0.025f * noise8(in * 14, own * 9, p->seed + 2);
        F8 narrow = clamp8((0.5f - abs8(in)) * 5 * r + 0.10f, 0, 1);
        F8 here = smooth8(splat(-blur), splat(blur), shape - r) *
                  (whorl == 0 ? smooth8(splat(0), splat(0.35f) + blur, narrow) : splat(1));
        F8 rays = fbm8(in * 11 + own * 7, r * 1.5f, p->seed + 4, 4, (pitch / p->size + blur) * 8);
        F8 cup =
            clamp8(0.50f + 0.60f * r - 1.3f * in * in + 0.55f * rays + 0.25f * (own - 0.5f) + 0.20f * v, 0.1f, 1.6f);
        Colour8 petal = scale3(mix3(of(p->second), of(p->colour), step8(0.1f, 0.75f, r + 0.25f * rays)),
                               cup * (whorl == 0 ? 1.0f : 0.80f));
        if (whorl == 0) {
            cover = here;
            c = petal;
        } else {
            c = mix3(petal, c, cover);
            cover = max8(cover, here);
        }
    }
    F8 boss = smooth8(splat(0.24f + blur), splat(0.20f - blur * 0.5f), r);
    F8 dots = fbm8(u * 38, v * 38, p->seed + 8, 3, (pitch / p->size + blur * 0.5f) * 38);
    F8 dome = clamp8(0.7f - 1.3f * v * 2 + 1.5f * dots, 0.15f, 1.8f);
    c = mix3(scale3(c, 1 - 0.5f * smooth8(splat(0.40f), splat(0.2f), r)), scale3(colour8(0.75f, 0.46f, 0.05f), dome),
             boss);
    return (Touch8){cover, c};
}

/// Paints a drop on a pane: the scene upside down inside, dark above, bright below, with a glint.
static Touch8 drop(const TesseraSprite *p, F8 dx, F8 dy, float pitch) {
    F8 wob = 0.10f * noise8(dx * (1.6f / p->size), dy * (1.6f / p->size), p->seed);
    F8 u = dx / p->size, v = dy / (p->size * p->width);
    F8 d = sqrt8(u * u + v * v) + wob;
    float soft = (pitch * 0.8f + p->blur) / p->size;
    F8 cover = smooth8(splat(1 + soft), splat(1 - soft), d);
    F8 lower = clamp8(0.5f + 0.75f * v, 0, 1);
    Colour8 c = mix3(scale3(of(p->second), splat(0.35f)), of(p->colour), lower * lower);
    c = scale3(c, 1 - 0.65f * step8(0.70f, 1.0f, d));
    F8 g = (u + 0.32f) * (u + 0.32f) + (v + 0.38f) * (v + 0.38f);
    c = add3(c, scale3(colour8(1.4f, 1.4f, 1.4f), exp8(-g * 60)));
    return (Touch8){cover * 0.93f, c};
}

static void paintSprites(TesseraCanvas *canvas, int row) {
    const TesseraView *v = &canvas->view;
    float y = v->top + v->pitch * (float)row;
    size_t start = (size_t)row * (size_t)canvas->stride;
    for (int i = 0; i < canvas->spriteCount; i++) {
        const TesseraSprite *p = &canvas->sprites[i];
        float up = p->size * 1.15f + p->blur * 1.2f + 2 * v->pitch, side = up, down = up;
        if (p->kind == TesseraSpriteBlade) {
            down = p->blur * 2 + 2 * v->pitch;
            side = 0.5f * p->width + p->blur + 2 * v->pitch;
        } else if (p->kind == TesseraSpriteStreak) {
            side = p->size * p->width * 4 + v->pitch;
            up = down = p->size * 1.6f;
        }
        if (y < p->y - up || y > p->y + down) continue;
        float middle = p->x;
        if (p->kind == TesseraSpriteBlade) {
            float t = (p->y - y) / p->size;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            middle += p->turn * (t * t + 0.25f * t);
        }
        float from = (middle - side - v->left) / v->pitch, to = (middle + side - v->left) / v->pitch;
        int first = from < 0 ? 0 : from > (float)v->width ? v->width : (int)from / 8 * 8;
        int last = to > (float)v->width ? v->width : (int)to + 1;
        float ct, st;
        // The approximate sine is precise enough to rotate a leaf.
        F8 turns = sinturn8((F8){p->turn / 6.2831853f, p->turn / 6.2831853f + 0.25f, 0, 0, 0, 0, 0, 0});
        st = turns[0];
        ct = turns[1];
        F8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
        for (int column = first; column < last; column += 8) {
            F8 x = v->left + v->pitch * (lanes + (float)column);
            F8 dx = x - p->x, dy = splat(y - p->y);
            Touch8 touch;
            switch (p->kind) {
            case TesseraSpriteDisc: touch = disc(p, dx, dy, v->pitch); break;
            case TesseraSpriteStreak: touch = streak(p, dx, dy, v->pitch); break;
            case TesseraSpriteBlade: touch = blade(p, x, splat(y), v->pitch); break;
            case TesseraSpriteFlower: touch = flower(p, dx, dy, v->pitch, ct, st); break;
            case TesseraSpriteDrop: touch = drop(p, dx, dy, v->pitch); break;
            case TesseraSpriteLeaf:
            case TesseraSpriteShadow: touch = leaf(p, dx, dy, v->pitch, ct, st); break;
            }
            size_t at = start + (size_t)column;
            Colour8 under = {load8(canvas->red + at), load8(canvas->green + at), load8(canvas->blue + at)};
            Colour8 out;
            if (p->kind == TesseraSpriteDisc || p->kind == TesseraSpriteStreak)
                out = add3(under, scale3(touch.colour, touch.cover));
            else if (p->kind == TesseraSpriteShadow)
                out = mix3(under, mul3(under, of(p->colour)), touch.cover);
            else
                out = mix3(under, touch.colour, touch.cover);
            store8(canvas->red + at, out.r);
            store8(canvas->green + at, out.g);
            store8(canvas->blue + at, out.b);
            if (p->kind == TesseraSpriteLeaf || p->kind == TesseraSpriteBlade || p->kind == TesseraSpriteFlower) {
                F8 keep = load8(canvas->texture + at);
                float crisp = 0.6f / (1 + p->blur * 200);
                store8(canvas->texture + at, mix8(keep, splat(crisp), touch.cover));
            }
        }
    }
}
