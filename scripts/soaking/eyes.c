// What scripts/soak loads into the program: counts its widgets, moves its clock, and reads what it says of its photos.
//
// SOAK_EYES names a file of struct eyes, which the script and the program map. Without the variable, as in the programs that
// Tessera starts, nothing happens. GTK makes each widget by one of GObject's functions below, called through its table of
// symbols, so this library's come first. The steady clock, by which frames and waits are timed, is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <glib-object.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { TYPES = 256 };

struct eyes {
    // Widgets that exist, in the window or not, and those ever made.
    atomic_llong widgets, made;
    // Seconds that the script adds to the time of day.
    atomic_llong ahead;
    // The last subtitles that speak of photos, each with a zero; `said` is the number of all.
    atomic_llong said;
    char subtitles[4][120];
    // The widgets that exist, by their types; an unused place has no name.
    struct {
        char name[56];
        atomic_llong count;
    } types[TYPES];
};

static struct eyes *eyes;

__attribute__((constructor)) static void open_eyes(void) {
    const char *path = getenv("SOAK_EYES");
    if (path == NULL) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *eyes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) eyes = memory;
}

// The function of this name in the libraries behind this one.
static void *behind(const char *name) { return dlsym(RTLD_NEXT, name); }

// Objects.

// The place of a widget's type, the last one for those that have none left. Widgets are made by one thread.
static int place_of(GType type) {
    static GType known[TYPES];
    int place = 0;
    while (place < TYPES - 1 && known[place] != 0 && known[place] != type) place++;
    if (known[place] == 0) {
        known[place] = type;
        strncpy(eyes->types[place].name, place < TYPES - 1 ? g_type_name(type) : "others", sizeof eyes->types[place].name - 1);
    }
    return place;
}

static void gone(gpointer place, GObject *object) {
    (void)object;
    atomic_fetch_sub(&eyes->widgets, 1);
    atomic_fetch_sub(&eyes->types[GPOINTER_TO_INT(place)].count, 1);
}

static GObject *seen(GObject *object) {
    static GType widget;
    if (eyes == NULL || object == NULL) return object;
    if (widget == 0) widget = g_type_from_name("GtkWidget");
    if (widget != 0 && G_TYPE_CHECK_INSTANCE_TYPE(object, widget)) {
        atomic_fetch_add(&eyes->widgets, 1);
        atomic_fetch_add(&eyes->made, 1);
        // Called when the object is disposed of for the first time, which for a widget is its end.
        int place = place_of(G_OBJECT_TYPE(object));
        atomic_fetch_add(&eyes->types[place].count, 1);
        g_object_weak_ref(object, gone, GINT_TO_POINTER(place));
    }
    return object;
}

gpointer g_object_new(GType type, const char *first, ...) {
    va_list properties;
    va_start(properties, first);
    GObject *object = g_object_new_valist(type, first, properties);
    va_end(properties);
    return object;
}

GObject *g_object_new_valist(GType type, const char *first, va_list properties) {
    static GObject *(*real)(GType, const char *, va_list);
    if (real == NULL) real = behind("g_object_new_valist");
    return seen(real(type, first, properties));
}

GObject *g_object_new_with_properties(GType type, guint count, const char *names[], const GValue values[]) {
    static GObject *(*real)(GType, guint, const char *[], const GValue[]);
    if (real == NULL) real = behind("g_object_new_with_properties");
    return seen(real(type, count, names, values));
}

// Words.

void adw_window_title_set_subtitle(void *title, const char *subtitle) {
    static void (*real)(void *, const char *);
    if (real == NULL) real = behind("adw_window_title_set_subtitle");
    if (eyes != NULL && subtitle != NULL && strstr(subtitle, "photo") != NULL) {
        long long number = atomic_load(&eyes->said);
        char *place = eyes->subtitles[number % 4];
        memset(place, 0, sizeof eyes->subtitles[0]);
        strncpy(place, subtitle, sizeof eyes->subtitles[0] - 1);
        atomic_store(&eyes->said, number + 1);
    }
    real(title, subtitle);
}

// The clock.

static time_t ahead(void) { return eyes == NULL ? 0 : (time_t)atomic_load(&eyes->ahead); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) real = behind("clock_gettime");
    int result = real(clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *, void *);
    if (real == NULL) real = behind("gettimeofday");
    int result = real(now, zone);
    if (result == 0) now->tv_sec += ahead();
    return result;
}

time_t time(time_t *now) {
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    if (now != NULL) *now = moment.tv_sec;
    return moment.tv_sec;
}
