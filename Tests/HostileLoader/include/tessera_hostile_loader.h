// Nothing: gdk-pixbuf finds the functions of a module by their names.
#pragma once
