// gdk-pixbuf alone, for a program that links nothing else of the desktop.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
