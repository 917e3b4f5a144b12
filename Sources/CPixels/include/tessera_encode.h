// Encoder of pixels into image files, through gdk-pixbuf's savers.
//
// Why a shim: the savers' options are variadic and the list of formats is a GSList of records.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Encodes packed 8-bit RGB as `type` ("jpeg", "webp") at `quality` 1…100. Returns bytes that are released with
/// tessera_encode_free, or NULL on failure. Any thread; `rgb` is only read, and only during the call.
uint8_t *tessera_encode(const uint8_t *rgb, int width, int height, const char *type, int quality, size_t *length);
void tessera_encode_free(uint8_t *bytes);

/// Whether an installed gdk-pixbuf module can write `type`. Any thread.
bool tessera_encode_can_write(const char *type);
