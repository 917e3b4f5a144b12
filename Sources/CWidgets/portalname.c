// Names of windows by GDK's backends for X11 and Wayland.
// Source: XDG Desktop Portal, “Window Identifiers”.
#include "tessera_portalname.h"

#if defined(GDK_WINDOWING_X11) && __has_include(<gdk/x11/gdkx.h>)
#include <gdk/x11/gdkx.h>
#define TESSERA_HAS_X11 1
#endif
#if defined(GDK_WINDOWING_WAYLAND) && __has_include(<gdk/wayland/gdkwayland.h>)
#include <gdk/wayland/gdkwayland.h>
#define TESSERA_HAS_WAYLAND 1
#endif

#ifdef TESSERA_HAS_WAYLAND
typedef struct {
    // NULL when it was called.
    TesseraPortalNameFunc answer;
    gpointer data;
} Question;

static void answer_question(Question *question, const char *name) {
    TesseraPortalNameFunc answer = question->answer;
    question->answer = NULL;
    if (answer != NULL) answer(name, question->data);
}

static void on_exported(GdkToplevel *toplevel, const char *handle, gpointer data) {
    (void)toplevel;
    char *name = g_strconcat("wayland:", handle, NULL);
    answer_question(data, name);
    g_free(name);
}

// GDK is done with the question: after the answer, or because the window is gone.
static void on_destroyed(gpointer data) {
    answer_question(data, NULL);
    g_free(data);
}
#endif

void tessera_window_ask_portal_name(GtkWindow *window, TesseraPortalNameFunc answer, gpointer data) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
#ifdef TESSERA_HAS_X11
    if (surface != NULL && GDK_IS_X11_SURFACE(surface)) {
        char *name = g_strdup_printf("x11:%lx", (unsigned long)gdk_x11_surface_get_xid(surface));
        answer(name, data);
        g_free(name);
        return;
    }
#endif
#ifdef TESSERA_HAS_WAYLAND
    if (surface != NULL && GDK_IS_WAYLAND_TOPLEVEL(surface)) {
        Question *question = g_new(Question, 1);
        question->answer = answer;
        question->data = data;
        // Where the compositor exports no windows, GDK takes nothing over.
        if (gdk_wayland_toplevel_export_handle(GDK_TOPLEVEL(surface), on_exported, question, on_destroyed)) return;
        g_free(question);
    }
#endif
    answer(NULL, data);
}
