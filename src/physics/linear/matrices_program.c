/* The text of a system of a case in front of its kernels (kernels/physics/matrices.h). */
#include "physics/linear/matrices.h"

#include <math.h>

static void list_numbers(eg_text *text, const char *name, int count)
{
    eg_text_add(text, "#define %s(m)", name);
    for (int i = 0; i < count; i++)
        eg_text_add(text, " m(%d)", i);
    eg_text_add(text, "\n");
}

/* "m.v3", "-m.v3" or "R(2.5)" */
static void write_entry(eg_text *text, const eg_matrix_entry *entry)
{
    if (entry->place >= 0)
        eg_text_add(text, "%sm.v%d", entry->minus ? "-" : "", entry->place);
    else
        eg_text_add(text, "R(%.17e)", entry->number);
}

/* One term of a row: set, or added. */
static void write_term(eg_text *text, int row, const eg_matrix_entry *entry, const char *of, int column,
                       bool first)
{
    eg_text_add(text, " out.v%d = ", row);
    if (entry->place < 0 && fabs(entry->number) == 1) {
        if (!first)
            eg_text_add(text, "out.v%d ", row);
        eg_text_add(text, "%s%s.v%d;", entry->number < 0 ? "-" : first ? "" : "+", of, column);
        return;
    }
    if (!first)
        eg_text_add(text, "FMA(");
    write_entry(text, entry);
    if (first)
        eg_text_add(text, " * %s.v%d;", of, column);
    else
        eg_text_add(text, ", %s.v%d, out.v%d);", of, column, row);
}

/* out = the sum of the matrices times the states of these names, row by row. */
static void write_product(eg_text *text, const char *name, int n, int count,
                          const eg_matrix_entry *const *matrix, const char *const *of)
{
    eg_text_add(text, "#define %s", name);
    for (int row = 0; row < n; row++) {
        bool first = true;
        for (int i = 0; i < count; i++)
            for (int column = 0; column < n; column++) {
                const eg_matrix_entry *entry = &matrix[i][row * n + column];
                if (eg_matrix_entry_is_nothing(entry))
                    continue;
                write_term(text, row, entry, of[i], column, first);
                first = false;
            }
        if (first)
            eg_text_add(text, " out.v%d = R(0.0);", row);
    }
    eg_text_add(text, "\n");
}

static void write_energy(eg_text *text, const eg_linear_matrices *matrices)
{
    int n = matrices->system.variables;
    eg_text_add(text, "#define MATRICES_ENERGY");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const eg_matrix_entry one = {.place = -1, .number = i == j ? 1 : 0},
                                  *entry = matrices->h ? &matrices->h[i * n + j] : &one;
            if (eg_matrix_entry_is_nothing(entry))
                continue;
            eg_text_add(text, " + ");
            if (entry->place >= 0)
                eg_text_add(text, "%s(double)m.v%d", entry->minus ? "-" : "", entry->place);
            else
                eg_text_add(text, "%.17e", entry->number);
            eg_text_add(text, " * ((double)u.v%d * (double)u.v%d)", i, j);
        }
    eg_text_add(text, "\n");
}

/* What crosses a face, and what M makes of it. */
static void write_faces(eg_text *text, const eg_linear_sharing *sharing)
{
    int columns = sharing->crossing, rows = sharing->gaining;
    eg_text_add(text, "#define TRACES %d\n#define FACE_CONSTANTS %d\n", columns, rows * columns);
    list_numbers(text, "EACH_TRACE", columns);
    list_numbers(text, "EACH_FACE_CONSTANT", rows * columns);
    eg_text_add(text, "#define EACH_CROSSING(m)");
    for (int j = 0; j < columns; j++)
        eg_text_add(text, " m(%d, %d)", j, sharing->crosses[j]);
    eg_text_add(text, "\n#define MATRICES_ACROSS");
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            eg_text_add(text, " out.v%d = FMA(c.v%d, d.v%d, out.v%d);", sharing->gains[i], i * columns + j, j,
                        sharing->gains[i]);
    eg_text_add(text, "\n");
}

/* Whether (1 - s E)^-1 may have an entry in a row and a column. A row of E that is 0 has none here: there it
 * is that of the unit matrix. */
static void find_reach(const eg_linear_matrices *matrices,
                       bool leads[EG_LINEAR_VARIABLES][EG_LINEAR_VARIABLES])
{
    int n = matrices->system.variables;
    for (int i = 0; i < n; i++) {
        bool any = false;
        for (int j = 0; j < n; j++)
            any = any || !eg_matrix_entry_is_nothing(&matrices->e[i * n + j]);
        for (int j = 0; j < n; j++)
            leads[i][j] = any && (i == j || !eg_matrix_entry_is_nothing(&matrices->e[i * n + j]));
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                leads[i][j] = leads[i][j] || (leads[i][k] && leads[k][j]);
}

/* The pattern of (1 - s E)^-1: where E leads from a column to a row, over any number of variables. A row of E
 * that is 0 leaves the variable as it is, and has no entry. Returns how many entries there are. */
static int write_resolvent(eg_text *text, const eg_linear_matrices *matrices)
{
    bool leads[EG_LINEAR_VARIABLES][EG_LINEAR_VARIABLES];
    int n = matrices->system.variables, count = 0;
    find_reach(matrices, leads);
    eg_text_add(text, "#define MATRICES_RESOLVE");
    for (int i = 0; i < n; i++) {
        bool first = true;
        for (int j = 0; j < n; j++) {
            if (!leads[i][j])
                continue;
            if (first)
                eg_text_add(text, " out.v%d = entries[%d * LANES] * u.v%d;", i, count++, j);
            else
                eg_text_add(text, " out.v%d = FMA(entries[%d * LANES], u.v%d, out.v%d);", i, count++, j, i);
            first = false;
        }
        if (first)
            eg_text_add(text, " out.v%d = u.v%d;", i, i);
    }
    eg_text_add(text, "\n#define RESOLVED %d\n#define EACH_RESOLVED(m)", count);
    for (int i = 0, at = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (leads[i][j])
                eg_text_add(text, " m(%d, %d, %d)", at++, i, j);
    eg_text_add(text, "\n");
    return count;
}

int eg_linear_matrices_write(const eg_linear_matrices *matrices, eg_text *text)
{
    int n = matrices->system.variables, materials = matrices->system.materials;
    eg_text_add(text, "#define VARS %d\n#define MATERIALS %d\n", n, materials);
    list_numbers(text, "EACH_VAR", n);
    list_numbers(text, "EACH_MATERIAL", materials);
    eg_text_add(text, "#if RUSANOV\n");
    write_faces(text, &matrices->sharing[EG_FLUX_RUSANOV]);
    eg_text_add(text, "#else\n");
    write_faces(text, &matrices->sharing[EG_FLUX_UPWIND]);
    eg_text_add(text, "#endif\n");
    write_product(text, "MATRICES_APPLY", n, 2, (const eg_matrix_entry *const[]){matrices->a, matrices->b},
                  (const char *const[]){"x", "y"});
    if (matrices->e)
        write_product(text, "MATRICES_REACT", n, 1, &matrices->e, (const char *const[]){"u"});
    write_energy(text, matrices);
    return matrices->e ? write_resolvent(text, matrices) : 0;
}
