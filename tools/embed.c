/* Turns sources that are data of the library into one C file with an array of them: embed FOLDER OUT.c ARRAY
 * HEADER NAME... . Used by the build only. */
#include <stdio.h>
#include <string.h>

static int embed_file(FILE *out, const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return 1;
    }
    fprintf(out, "    {\"%s\", (const char[]){", name);
    for (int c = fgetc(in); c != EOF; c = fgetc(in))
        fprintf(out, "%d,", c > 127 ? c - 256 : c);
    fprintf(out, "0}},\n");
    return fclose(in) != 0;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: embed FOLDER OUT.c ARRAY HEADER NAME...\n");
        return 2;
    }
    FILE *out = fopen(argv[2], "wb");
    if (!out) {
        perror(argv[2]);
        return 1;
    }
    fprintf(out, "#include \"%s\"\n\nconst eg_embedded_file %s[] = {\n", argv[4], argv[3]);
    int failed = 0;
    for (int i = 5; i < argc; i++)
        failed |= embed_file(out, argv[1], argv[i]);
    fprintf(out, "    {0, 0}};\n");
    if (fclose(out) != 0)
        failed = 1;
    return failed;
}
