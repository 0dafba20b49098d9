/* What a file is that is no text, by its first bytes: for messages that say what to do with it. */
#include "base/base.h"

#include <string.h>

const char *eg_foreign_file(const char *data, int64_t length)
{
    static const struct {
        const char *magic;
        int64_t length;
        const char *kind;
    } kinds[] = {
        {"II*\0", 4, "a TIFF image; gdal_translate -of AAIGrid makes an ASCII grid of a GeoTIFF"},
        {"MM\0*", 4, "a TIFF image; gdal_translate -of AAIGrid makes an ASCII grid of a GeoTIFF"},
        {"II+\0", 4, "a BigTIFF image; gdal_translate -of AAIGrid makes an ASCII grid of it"},
        {"\x89HDF\r\n\x1a\n", 8,
         "an HDF5 or netCDF-4 file; gdal_translate -of AAIGrid makes an ASCII grid of a grid in it"},
        {"CDF\1", 4, "a netCDF file; gdal_translate -of AAIGrid makes an ASCII grid of a grid in it"},
        {"CDF\2", 4, "a netCDF file; gdal_translate -of AAIGrid makes an ASCII grid of a grid in it"},
        {"PK\3\4", 4, "a zip archive or a spreadsheet; unpack it, or save the sheet as CSV"},
        {"\x1f\x8b", 2, "compressed with gzip; gunzip unpacks it"},
        {"\x28\xb5\x2f\xfd", 4, "compressed with zstd; unzstd unpacks it"},
        {"\x89PNG", 4, "a PNG image"},
        {"%PDF", 4, "a PDF document"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (length >= kinds[i].length && memcmp(data, kinds[i].magic, (size_t)kinds[i].length) == 0)
            return kinds[i].kind;
    return NULL;
}
