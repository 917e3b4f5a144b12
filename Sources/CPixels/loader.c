// Loaders that are in memory with all that they open later.
#include "tessera_loader.h"

#include <dlfcn.h>
#include <string.h>

#include "../CCodecs/ccodecs.h"

// From libheif 1.15 on the codecs may be plug-ins, which are opened by the first and closed by the last of those who have
// initialised the library: this one never gives it up.
static void keep_heif_plugins(void) {
    void *library = dlopen("libheif.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL) return;
    typedef struct {
        int code, subcode;
        const char *message;
    } HeifError;
    HeifError (*initialise)(void *) = NULL;
    *(void **)&initialise = dlsym(library, "heif_init");
    if (initialise != NULL) initialise(NULL);
}

void tessera_loader_prepare(const char *mime_type) {
    GdkPixbufLoader *loader = gdk_pixbuf_loader_new_with_mime_type(mime_type, NULL);
    if (loader == NULL) return;
    // Without a byte every loader fails, and it is in memory.
    gdk_pixbuf_loader_close(loader, NULL);
    g_object_unref(loader);
    if (strstr(mime_type, "heif") != NULL || strstr(mime_type, "heic") != NULL || strstr(mime_type, "avif") != NULL)
        keep_heif_plugins();
}
