// Geometry of fitting an image into a rectangle of another aspect ratio, centred: cropped to it, or covering it.
#pragma once
#include <gtk/gtk.h>
#include <math.h>

// Width ÷ height.
static inline double framing_ratio(GdkTexture *texture) {
    return (double)gdk_texture_get_width(texture) / (double)gdk_texture_get_height(texture);
}

static inline graphene_rect_t framing_centred(const graphene_rect_t *rect, double width, double height) {
    return GRAPHENE_RECT_INIT((float)(rect->origin.x + (rect->size.width - width) / 2),
                              (float)(rect->origin.y + (rect->size.height - height) / 2), (float)width, (float)height);
}

// Returns the largest rectangle of `ratio` in the centre of `whole`, which is how a tile is cropped.
static inline graphene_rect_t framing_crop(const graphene_rect_t *whole, double ratio) {
    double width = fmin(whole->size.width, whole->size.height * ratio);
    return framing_centred(whole, width, width / ratio);
}

// Returns the smallest rectangle of `ratio`, centred on `all`, that covers it.
static inline graphene_rect_t framing_cover(const graphene_rect_t *all, double ratio) {
    double width = fmax(all->size.width, all->size.height * ratio);
    return framing_centred(all, width, width / ratio);
}
