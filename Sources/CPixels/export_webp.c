// Encoding as WebP through libwebp, and its container through libwebpmux.
#include "tessera_export.h"

#include <webp/encode.h>
#include <webp/mux.h>

static int goes_on(int percent, const WebPPicture *picture) {
    (void)percent;
    const TesseraExport *own = picture->user_data;
    return !own->cancelled();
}

static gboolean encode(const TesseraExport *own, WebPMemoryWriter *writer) {
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, (float)own->quality) || !WebPPictureInit(&picture)) return FALSE;
    picture.width = own->width;
    picture.height = own->height;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = writer;
    picture.progress_hook = goes_on;
    picture.user_data = (void *)own;
    gsize count = (gsize)own->width * (gsize)own->height;
    if (own->translucent) tessera_export_straighten(own->pixels, count);
    int stride = own->width * 4;
    gboolean done = own->translucent ? WebPPictureImportBGRA(&picture, own->pixels, stride)
                                     : WebPPictureImportBGRX(&picture, own->pixels, stride);
    done = done && WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    return done;
}

static gboolean add(WebPMux *mux, const char *name, TesseraExportPart part) {
    if (part.count == 0) return TRUE;
    WebPData data = {part.bytes, part.count};
    return WebPMuxSetChunk(mux, name, &data, 0) == WEBP_MUX_OK;
}

guint8 *tessera_export_webp(const TesseraExport *own, gsize *length) {
    if (MAX(own->width, own->height) > TESSERA_EXPORT_WEBP_SIDE) return NULL;
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    guint8 *bytes = NULL;
    if (encode(own, &writer)) {
        WebPData picture = {writer.mem, writer.size}, whole;
        WebPDataInit(&whole);
        WebPMux *mux = WebPMuxNew();
        if (mux != NULL && WebPMuxSetImage(mux, &picture, 0) == WEBP_MUX_OK && add(mux, "ICCP", own->profile)
            && add(mux, "EXIF", own->exif) && add(mux, "XMP ", own->xmp)
            && WebPMuxAssemble(mux, &whole) == WEBP_MUX_OK) {
            bytes = g_try_malloc(whole.size);
            if (bytes != NULL) memcpy(bytes, whole.bytes, whole.size);
            *length = whole.size;
        }
        WebPMuxDelete(mux);
        WebPDataClear(&whole);
    }
    WebPMemoryWriterClear(&writer);
    return bytes;
}
