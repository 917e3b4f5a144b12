// Colours of a profile to those of sRGB, which is what GTK 4.8 takes all pixels for.
//
// Why a shim: Little CMS names its pixel layouts by macros that Swift cannot read, and pixels that are not opaque have
// to be divided and multiplied by their alpha around it, in loops that must be vectorised in every build.
#pragma once
#include "../../CGLib/cglib.h"

G_BEGIN_DECLS

typedef struct _TesseraColourTransform TesseraColourTransform;

/// The transform from the ICC profile in `length` bytes, which are borrowed for the call, to sRGB. Any thread; 2 ms for
/// a profile of a matrix and curves, tens for one of tables. Transfer full: tessera_colour_transform_free. Immutable, so
/// that threads may share it.
///
/// NULL when there is nothing to convert: the bytes are no profile, or not one of a screen, camera or scanner for RGB or
/// grey, or it moves no channel of some hundred sample colours by more than 1, as those of sRGB itself do.
TesseraColourTransform *tessera_colour_transform_new(const guint8 *profile, gsize length);

/// Gives it back, once. NULL is nothing.
void tessera_colour_transform_free(TesseraColourTransform *self);

/// Whether the transform is meant for such a picture: FALSE when the profile is for grey and some of `count` pixels of
/// premultiplied BGRA are not. Any thread.
gboolean tessera_colour_transform_fits(const TesseraColourTransform *self, const guint8 *pixels, gsize count);

/// Converts `count` pixels of premultiplied BGRA where they are; alpha stays. Any thread, some at once; cannot fail.
void tessera_colour_transform_run(const TesseraColourTransform *self, guint8 *pixels, gsize count);

/// Profiles and transforms of Little CMS that are held right now; tests compare. Any thread.
int tessera_colour_handles(void);

G_END_DECLS
