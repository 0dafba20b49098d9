/* Marks what the shared library offers; everything else in it is hidden. */
#ifndef EAGRE_API_H
#define EAGRE_API_H

#if defined(__GNUC__)
#define EG_API __attribute__((visibility("default")))
#else
#define EG_API
#endif

#endif
