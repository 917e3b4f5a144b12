// LibRaw, whose structures C alone reads. Swift imports it only to have it linked; the variant `_r` shares no state between
// threads.
#pragma once
