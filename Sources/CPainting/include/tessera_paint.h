// The painter of the built-in gallery: photographs that nobody took, as pure functions of a scene.
//
// Why C: painting is arithmetic over millions of pixels, eight at a time, compiled once per instruction set and chosen
// at run time; Swift can say neither for one function only.
//
// Coordinates: "metric" units, in which the original has an area of 1; x grows to the right from the picture's middle,
// y downwards from its middle. Colours are scene-linear; 1 is a white wall in the exposure's light.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TesseraColour {
    float r, g, b;
} TesseraColour;

typedef enum TesseraSubject {
    TesseraSubjectLandscape = 0,  ///< sky, terrain, trees, skyline, water
    TesseraSubjectBokeh = 1,      ///< a defocused background; sprites carry the picture
    TesseraSubjectWall = 2,       ///< light through a window on a wall
    TesseraSubjectAerial = 3,     ///< straight down on a coast
    TesseraSubjectWoods = 4       ///< among trunks in fog
} TesseraSubject;

typedef enum TesseraTerrain {
    TesseraTerrainNone = 0,
    TesseraTerrainMountains = 1,
    TesseraTerrainDunes = 2,
    TesseraTerrainHills = 3,
    TesseraTerrainMesas = 4
} TesseraTerrain;

typedef enum TesseraClouds {
    TesseraCloudsNone = 0,
    TesseraCloudsCumulus = 1,
    TesseraCloudsSheet = 2,
    TesseraCloudsCirrus = 3
} TesseraClouds;

typedef enum TesseraSilhouette {
    TesseraSilhouetteNone = 0,
    TesseraSilhouetteConifers = 1,
    TesseraSilhouetteCity = 2
} TesseraSilhouette;

/// What is before the lens. Fields that a subject has no use for are ignored.
typedef struct TesseraScene {
    TesseraSubject subject;
    uint32_t seed;
    // Camera
    float horizon;       ///< y of the horizon
    float focal;         ///< focal length
    float cameraHeight;  ///< above the water or the plain, world units
    // Light
    float sunX, sunY;  ///< where the sun stands in the picture; may be outside
    float sunSize;     ///< radius of the disc, 0 when it is not seen
    float sunGlow;     ///< strength of the light scattered around the sun
    TesseraColour sun, zenith, skyline, haze, ambient;
    float hazeDensity;  ///< extinction per world unit
    // Sky
    TesseraClouds clouds;
    float cloudCover, cloudScale;
    TesseraColour cloudLit, cloudShade;
    float stars, milkyWay, aurora;
    // Land
    TesseraTerrain terrain;
    float relief;     ///< height of the terrain, world units
    float roughness;  ///< size of its finer forms, about 1
    float snowLine;   ///< world height above which snow lies
    float groundMist; ///< fog in the valleys
    TesseraColour rock, ground, growth;
    TesseraSilhouette silhouette;
    float silhouetteLayers, silhouetteScale;
    TesseraColour silhouetteColour, windowLight;
    // Water
    bool water;
    float waves;  ///< slope of the waves: 0.01 is a mirror, 0.2 a rough sea
    TesseraColour waterDeep;
    // Development
    float exposure, contrast, saturation, vignette, bloom, fade, warmth, grain;
    TesseraColour shadowTint, lightTint;
} TesseraScene;

typedef enum TesseraSpriteKind {
    TesseraSpriteDisc = 0,    ///< the image of a point of light in a defocused lens; adds
    TesseraSpriteLeaf = 1,    ///< covers
    TesseraSpriteBlade = 2,   ///< a stalk from (x, y), bent; covers
    TesseraSpriteFlower = 3,  ///< covers
    TesseraSpriteShadow = 4,  ///< a leaf's shadow; darkens
    TesseraSpriteStreak = 5,  ///< a light's reflection on wet ground; adds
    TesseraSpriteDrop = 6     ///< a drop of water on a pane; covers
} TesseraSpriteKind;

/// One thing near the lens. Painted in order.
typedef struct TesseraSprite {
    TesseraSpriteKind kind;
    uint32_t seed;
    float x, y;     ///< middle, or root of a blade
    float size;     ///< radius, or length
    float width;    ///< across ÷ along (leaf, flower, streak); metric width of a blade
    float turn;     ///< radians; bend of a blade
    float blur;     ///< radius of the circle of confusion
    float petals;
    TesseraColour colour, second;
} TesseraSprite;

/// Which pixels of the picture are wanted: `left`, `top` is the middle of the first pixel, `pitch` the distance of two.
typedef struct TesseraView {
    int width, height;
    int above;  ///< how many of the rows lie above the wanted picture: water reflects them
    float left, top, pitch;
    float halfWidth, halfHeight;  ///< of the original
} TesseraView;

typedef struct TesseraCanvas TesseraCanvas;

/// Takes a copy of scene and sprites. About 24 bytes a pixel. NULL when there is no memory. Any thread, one at a time.
TesseraCanvas *tessera_canvas_new(const TesseraScene *scene, const TesseraSprite *sprites, int count,
                                  const TesseraView *view);
void tessera_canvas_free(TesseraCanvas *canvas);

/// Number of pieces of work that paint the canvas; each is a band of it.
int tessera_canvas_bands(const TesseraCanvas *canvas);
/// Paints one band. Bands must be painted in order, 0 first.
void tessera_canvas_paint(TesseraCanvas *canvas, int band);

/// Develops the painted canvas (bloom, vignette, film curve, grain) into rows `first`..<`last` of a packed 8-bit RGB
/// picture `width` wide, enlarging it when it is larger than the canvas. All bands must be painted.
/// `rgb` points at the picture's first row. Rows must be asked for in order, starting with 0. False when there is no
/// memory.
bool tessera_canvas_develop(TesseraCanvas *canvas, uint8_t *rgb, int width, int first, int last);

/// Gaussian blur of a packed 8-bit RGB picture in place, by three box filters of equal variance (Wells 1986).
/// False when there is no memory.
bool tessera_paint_blur(uint8_t *rgb, int width, int height, float sigma);
/// Makes the three channels of every pixel equal: Rec. 601 luma, as in JPEG.
void tessera_paint_grey(uint8_t *rgb, size_t pixels);
