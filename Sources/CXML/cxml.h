// libxml2 as imported by Swift: the reader and the writer of documents.
#pragma once

// Some distributions build libxml2 with ICU, and its headers then declare ICU's types. Foundation brings an ICU of its own,
// another version of the same names, and no file can import both. Nothing here converts encodings with ICU: without the macro
// the headers leave its types out, which are two pointers at the end of a structure that only libxml2 makes and reads.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlsave.h>

#if LIBXML_VERSION < 20914
#error "Tessera needs libxml2 2.9.14 or newer"
#endif

// Frees a text that libxml2 has returned. xmlFree is a variable, which Swift takes for one that threads share.
static inline void tessera_xml_free(xmlChar *text) {
    xmlFree(text);
}
