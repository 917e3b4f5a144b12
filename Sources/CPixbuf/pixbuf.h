// gdk-pixbuf and fontconfig alone, for a program that links no other library of the desktop.
#pragma once
#include <fontconfig/fontconfig.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
