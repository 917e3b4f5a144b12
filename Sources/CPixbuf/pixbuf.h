// gdk-pixbuf alone, for a program that links no other library of the desktop.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
