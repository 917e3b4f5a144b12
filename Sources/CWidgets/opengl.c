// Query of GL_RENDERER through libepoxy's function pointer.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "tessera_opengl.h"

typedef const guint8 *(*GetString)(unsigned int name);

// From the OpenGL registry.
static const unsigned int gl_renderer = 0x1F01;

char *tessera_opengl_name(GdkDisplay *display) {
    // libepoxy is GTK's own way to OpenGL and is loaded with it; the variable holds the function of the current context.
    GetString *get_string = dlsym(RTLD_DEFAULT, "epoxy_glGetString");
    if (get_string == NULL || !gdk_display_prepare_gl(display, NULL)) return NULL;
    GdkGLContext *context = gdk_display_create_gl_context(display, NULL);
    if (context == NULL) return NULL;
    char *name = NULL;
    if (gdk_gl_context_realize(context, NULL)) {
        gdk_gl_context_make_current(context);
        name = g_strdup((const char *)(*get_string)(gl_renderer));
        gdk_gl_context_clear_current();
    }
    g_object_unref(context);
    return name;
}
