/* xml: what versions of expat call differently. */
#ifndef EG_IO_XML_H
#define EG_IO_XML_H

#include <expat.h>

/* The line that a parser is at, from 1. */
static inline long long eg_xml_line(XML_Parser parser)
{
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return (long long)XML_GetCurrentLineNumber64(parser);
#else
    return (long long)XML_GetCurrentLineNumber(parser);
#endif
}

#endif
