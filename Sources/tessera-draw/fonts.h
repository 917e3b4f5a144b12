// Fonts for a process that can open nothing: their files are opened before, and found by name afterwards.
#pragma once

/// Makes fontconfig read its configuration and opens every font file that it lists, at most as many as descriptors may
/// be open. Returns the number of descriptors that are open then. Before the process is confined.
unsigned tessera_fonts_open(void);

/// From now on `open` and what is like it give copies of these descriptors, and nothing else.
void tessera_fonts_only(void);
