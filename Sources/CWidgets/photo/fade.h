// Progress of a fade at a frame's time.
#pragma once
#include <gtk/gtk.h>
#include <math.h>

typedef struct {
    // Frame time of its start, microseconds; 0 before its first frame.
    gint64 start;
    // 0…1.
    double progress;
} Fade;

// Length of a fade, microseconds.
static const double fade_duration = 250000;

// Advances the fade to frame time `now`. Returns whether it continues.
static inline gboolean fade_advance(Fade *fade, gint64 now) {
    if (fade->progress >= 1) return FALSE;
    if (fade->start == 0) fade->start = now;
    fade->progress = fmin(1, (double)(now - fade->start) / fade_duration);
    return fade->progress < 1;
}

// Starts the fade, or completes it at once where animations are off.
static inline void fade_start(Fade *fade, GtkWidget *widget) {
    gboolean animate = TRUE;
    g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &animate, NULL);
    *fade = (Fade){0, animate ? 0 : 1};
}
