/* Writes a binary Gmsh file (4.1) of a square of 1000 m, cut into triangles with moved nodes and diagonals of
 * either kind, whose nodes and cells come in no order: what costs a reader most.
 *
 *     cc -O2 -o shuffled_mesh bench/shuffled_mesh.c -lm && ./shuffled_mesh 8000000 square.msh
 *
 * Of N triangles, as near as twice a square comes to it. Boundaries bottom, right, top, left; region
 * water. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SIDE = 1000.0, JITTER = 0.2; /* m, and of a spacing */

typedef struct mesh {
    int64_t side, across, nodes, cells; /* side: squares along an edge; across: nodes there */
    double (*x)[3];
    uint32_t *number;      /* [nodes] that the node has in the file, from 0 */
    uint32_t (*vertex)[3]; /* [cells] */
} mesh;

static uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double random_fraction(uint64_t *state)
{
    return (double)(random_bits(state) >> 11) * 0x1p-53;
}

static void *take(int64_t count, size_t size)
{
    void *memory = calloc((size_t)count, size);
    if (!memory) {
        fprintf(stderr, "shuffled_mesh: out of memory\n");
        exit(1);
    }
    return memory;
}

static void place_nodes(mesh *m, uint64_t *state)
{
    double spacing = SIDE / (double)m->side;
    for (int64_t i = 0; i < m->nodes; i++)
        m->number[i] = (uint32_t)i;
    for (int64_t i = m->nodes - 1; i > 0; i--) {
        int64_t other = (int64_t)(random_bits(state) % (uint64_t)(i + 1));
        uint32_t kept = m->number[i];
        m->number[i] = m->number[other];
        m->number[other] = kept;
    }
    for (int64_t i = 0; i < m->nodes; i++) {
        int64_t row = i / m->across, column = i % m->across;
        int inner = row > 0 && row < m->side && column > 0 && column < m->side;
        double *x = m->x[m->number[i]], angle = 2 * M_PI * random_fraction(state);
        double moved = inner ? JITTER * spacing * random_fraction(state) : 0.0;
        x[0] = SIDE * (double)column / (double)m->side + moved * cos(angle);
        x[1] = SIDE * (double)row / (double)m->side + moved * sin(angle);
    }
}

static void set_cell(mesh *m, int64_t cell, int64_t a, int64_t b, int64_t c)
{
    const uint32_t vertex[3] = {m->number[a], m->number[b], m->number[c]};
    memcpy(m->vertex[cell], vertex, sizeof vertex);
}

static void cut_squares(mesh *m, uint64_t *state)
{
    for (int64_t i = 0; i < m->side * m->side; i++) {
        int64_t a = i / m->side * m->across + i % m->side, b = a + 1, c = b + m->across, d = c - 1;
        int rises = (int)(random_bits(state) & 1);
        set_cell(m, 2 * i, a, b, rises ? c : d);
        set_cell(m, 2 * i + 1, rises ? a : b, c, d);
    }
    for (int64_t i = m->cells - 1; i > 0; i--) {
        int64_t other = (int64_t)(random_bits(state) % (uint64_t)(i + 1));
        uint32_t kept[3];
        memcpy(kept, m->vertex[i], sizeof kept);
        memcpy(m->vertex[i], m->vertex[other], sizeof kept);
        memcpy(m->vertex[other], kept, sizeof kept);
    }
}

/* ---- writing ---- */

static void put(FILE *file, const void *data, size_t size, size_t count)
{
    if (fwrite(data, size, count, file) != count) {
        perror("shuffled_mesh");
        exit(1);
    }
}

static void put_int(FILE *file, int32_t value)
{
    put(file, &value, sizeof value, 1);
}

static void put_size(FILE *file, int64_t value)
{
    put(file, &value, sizeof value, 1);
}

static void put_entity(FILE *file, int32_t tag, int32_t group)
{
    static const double box[6] = {0};
    put_int(file, tag);
    put(file, box, sizeof *box, 6);
    put_size(file, 1);
    put_int(file, group);
    put_size(file, 0);
}

static void put_head(FILE *file)
{
    static const char *const names =
        "$PhysicalNames\n5\n1 1 \"bottom\"\n1 2 \"right\"\n1 3 \"top\"\n1 4 \"left\"\n"
        "2 5 \"water\"\n$EndPhysicalNames\n$Entities\n";
    fputs("$MeshFormat\n4.1 1 8\n", file);
    put_int(file, 1);
    fprintf(file, "\n$EndMeshFormat\n%s", names);
    const int64_t entities[4] = {0, 4, 1, 0};
    put(file, entities, sizeof *entities, 4);
    for (int curve = 1; curve <= 4; curve++)
        put_entity(file, curve, curve);
    put_entity(file, 1, 5);
    fputs("\n$EndEntities\n", file);
}

static void put_nodes(FILE *file, const mesh *m)
{
    fputs("$Nodes\n", file);
    const int64_t head[4] = {1, m->nodes, 1, m->nodes};
    put(file, head, sizeof *head, 4);
    for (int i = 0; i < 3; i++)
        put_int(file, (const int32_t[]){2, 1, 0}[i]);
    put_size(file, m->nodes);
    for (int64_t i = 1; i <= m->nodes; i++)
        put_size(file, i);
    put(file, m->x, sizeof *m->x, (size_t)m->nodes);
    fputs("\n$EndNodes\n", file);
}

static void put_block(FILE *file, int dimension, int tag, int type, int64_t count)
{
    put_int(file, dimension);
    put_int(file, tag);
    put_int(file, type);
    put_size(file, count);
}

static void put_elements(FILE *file, const mesh *m)
{
    const int64_t begin[4] = {0, m->side, m->side * m->across, 0}, step[4] = {1, m->across, 1, m->across};
    const int64_t head[4] = {5, m->cells + 4 * m->side, 1, m->cells + 4 * m->side};
    int64_t number = 1;
    fputs("$Elements\n", file);
    put(file, head, sizeof *head, 4);
    for (int s = 0; s < 4; s++) {
        put_block(file, 1, s + 1, 1, m->side);
        for (int64_t i = 0; i < m->side; i++) {
            int64_t from = begin[s] + i * step[s];
            const int64_t line[3] = {number++, m->number[from] + 1L, m->number[from + step[s]] + 1L};
            put(file, line, sizeof *line, 3);
        }
    }
    put_block(file, 2, 1, 2, m->cells);
    for (int64_t i = 0; i < m->cells; i++) {
        const int64_t cell[4] = {number++, m->vertex[i][0] + 1L, m->vertex[i][1] + 1L, m->vertex[i][2] + 1L};
        put(file, cell, sizeof *cell, 4);
    }
    fputs("\n$EndElements\n", file);
}

int main(int count, char **words)
{
    long long wished = count == 3 ? atoll(words[1]) : 0;
    FILE *file = wished >= 2 && wished <= 500000000 ? fopen(words[2], "wb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: shuffled_mesh TRIANGLES FILE.msh\n");
        return 2;
    }
    mesh m = {.side = llround(sqrt((double)wished / 2))};
    m.across = m.side + 1;
    m.nodes = m.across * m.across;
    m.cells = 2 * m.side * m.side;
    m.x = take(m.nodes, sizeof *m.x);
    m.number = take(m.nodes, sizeof *m.number);
    m.vertex = take(m.cells, sizeof *m.vertex);
    uint64_t state = 7;
    place_nodes(&m, &state);
    cut_squares(&m, &state);
    put_head(file);
    put_nodes(file, &m);
    put_elements(file, &m);
    free(m.x);
    free(m.number);
    free(m.vertex);
    return fclose(file) == 0 ? 0 : 1;
}
