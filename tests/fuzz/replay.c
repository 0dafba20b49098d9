/* Runs a fuzz target over the files of its corpus: the fuzz targets as ordinary tests, without
 * libFuzzer. replay FOLDER */
#include <dirent.h>
#include <string.h>

#include "fuzz.h"

enum { MOST = 1 << 22 };

static int replay_file(const char *folder, const char *name)
{
    static uint8_t data[MOST];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    size_t size = fread(data, 1, MOST, file);
    int failed = ferror(file) || size == MOST;
    fclose(file);
    if (failed) {
        fprintf(stderr, "%s: cannot be read, or has more than %d bytes\n", path, MOST - 1);
        return 1;
    }
    printf("%s\n", path);
    fflush(stdout);
    return LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    int failed = 0, count = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.')
            continue;
        failed |= replay_file(argv[1], entry->d_name);
        count++;
    }
    closedir(folder);
    printf("%d files\n", count);
    return failed || count == 0;
}
