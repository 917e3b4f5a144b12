// Painter of the built-in gallery: synthetic landscape and close-up photos as pure functions of a scene.
//
// Why C: painting is arithmetic over millions of pixels, eight at a time, compiled once per instruction set and chosen
// at run time. Swift can select neither vector width nor instruction set for a single function.
//
// Coordinates: "metric" units, in which the original image has an area of 1. The origin is the centre of the image; x
// grows to the right, y downwards. Colours are scene-linear; 1 is a white wall in the light that the exposure is set
// for.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TesseraColour {
    float r, g, b;
} TesseraColour;

typedef enum TesseraSubject {
    TesseraSubjectLandscape = 0,  ///< sky, terrain, trees, skyline, water
    TesseraSubjectBokeh = 1,      ///< a defocused background, with sprites as the subject
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

/// Contents of a photo, and its development. Fields that a subject does not use are ignored.
typedef struct TesseraScene {
    TesseraSubject subject;
    uint32_t seed;
    // Camera
    float horizon;       ///< y of the horizon
    float focal;         ///< focal length
    float cameraHeight;  ///< above the water or the plain, world units
    // Light
    float sunX, sunY;  ///< position of the sun; may be outside the image
    float sunSize;     ///< radius of the disc, 0 when it is not visible
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
    TesseraSpriteDisc = 0,    ///< a point of light out of focus; adds
    TesseraSpriteLeaf = 1,    ///< covers
    TesseraSpriteBlade = 2,   ///< a stalk from (x, y), bent; covers
    TesseraSpriteFlower = 3,  ///< covers
    TesseraSpriteShadow = 4,  ///< a leaf's shadow; darkens
    TesseraSpriteStreak = 5,  ///< reflection of a light on wet ground; adds
    TesseraSpriteDrop = 6     ///< a drop of water on a pane; covers
} TesseraSpriteKind;

/// One object near the lens. Sprites are painted in order.
typedef struct TesseraSprite {
    TesseraSpriteKind kind;
    uint32_t seed;
    float x, y;     ///< centre, or root of a blade
    float size;     ///< radius, or length
    float width;    ///< across ÷ along (leaf, flower, streak); metric width of a blade
    float turn;     ///< radians; bend of a blade
    float blur;     ///< radius of the circle of confusion
    float petals;
    TesseraColour colour, second;
} TesseraSprite;

/// Pixels of the image to paint: `left`, `top` is the centre of the first pixel, `pitch` the distance between two.
typedef struct TesseraView {
    int width, height;
    int above;  ///< number of rows above the wanted image, which water reflects
    float left, top, pitch;
    float halfWidth, halfHeight;  ///< of the original
} TesseraView;

typedef struct TesseraCanvas TesseraCanvas;

/// Creates a canvas with copies of `scene` and `sprites`. Needs about 24 bytes a pixel. Returns NULL when out of
/// memory. Any thread, one call at a time.
TesseraCanvas *tessera_canvas_new(const TesseraScene *scene, const TesseraSprite *sprites, int count,
                                  const TesseraView *view);
void tessera_canvas_free(TesseraCanvas *canvas);

/// Returns the number of bands in which the canvas is painted.
int tessera_canvas_bands(const TesseraCanvas *canvas);
/// Paints one band. Bands must be painted in order, 0 first.
void tessera_canvas_paint(TesseraCanvas *canvas, int band);

/// Develops the painted canvas (bloom, vignette, film curve, grain) into rows `first`..<`last` of a packed 8-bit RGB
/// image `width` wide, scaled up when it is larger than the canvas. All bands must be painted. `rgb` points at the
/// first row of the image. Rows must be developed in order, starting with 0. Returns false when out of memory.
bool tessera_canvas_develop(TesseraCanvas *canvas, uint8_t *rgb, int width, int first, int last);

/// Applies a Gaussian blur to a packed 8-bit RGB image in place, by three box filters of equal variance (Wells 1986).
/// Returns false when out of memory.
bool tessera_paint_blur(uint8_t *rgb, int width, int height, float sigma);
/// Converts to grey in place: sets the three channels of every pixel to Rec. 601 luma, as in JPEG.
void tessera_paint_grey(uint8_t *rgb, size_t pixels);
