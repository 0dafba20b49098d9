// check: LANES=1 BLOCK=8 NODES=6 SINGLE=0
// check: LANES=1 BLOCK=4 NODES=10 SINGLE=1
/* What the atmosphere's kernels know of triangles that were halved (kernels/bisect), from these alone: maps,
 * faces, the air at rest, damping, and fans of vertices. Numbers are those that src/scheme/deg finds on the
 * host from a mesh, to the last bit. Constants of the program: BLOCK lanes and NODES of the state's layout;
 * SINGLE, whether it is of single precision.
 *
 *   x      [leaves][3][2] vertices, m
 *   face   [leaves][3] of the macro mesh, that an edge is a part of; kind_of[] what is beyond those on the
 *          boundary
 *   link   [leaves][3] as in bisect/leaves.c. A corner has the number of the edge that begins there.
 * Others as in deg/stage.h and deg/stars.h. */
#include "field/scan.h"
#include "math.h"
#include "math_circular.h"
#include "physics/background.h"
#include "deg/faces.h"
#include "deg/leaf_sizes.h"
#include "deg/star_places.h"

#if SINGLE
typedef float number;
#else
typedef double number;
#endif

#define GROUPS_OF(count) (((count) + LEAF_GROUP - 1) / LEAF_GROUP)
#define OF_BLOCK(slot, values, value) (((slot) / BLOCK * (values) + (value)) * (long)BLOCK + (slot) % BLOCK)

/* ---- cells */

/* The inverse map of a cell, what |u| + c is multiplied by, and the determinant. `most` is the part of the
 * least distance from the centroid to a face that is stable. */
FUNCTION double map_of_cell(GLOBAL CONST double *RESTRICT x, double most, double *map)
{
    const double a = x[2] - x[0], b = x[4] - x[0], c = x[3] - x[1], d = x[5] - x[1];
    const double determinant = a * d - b * c;
    const double area = 0.5 * (a * d - c * b);
    double longest = 0.0;
    for (int k = 0; k < 3; k++) {
        const int next = k == 2 ? 0 : k + 1;
        const double dx = x[2 * next] - x[2 * k], dy = x[2 * next + 1] - x[2 * k + 1];
        const double length = SQRT64(dx * dx + dy * dy);
        longest = length > longest ? length : longest;
    }
    map[0] = d / determinant;
    map[1] = -b / determinant;
    map[2] = -c / determinant;
    map[3] = a / determinant;
    map[4] = 1.0 / (most * (2.0 / 3.0) * area / longest);
    return determinant;
}

/* Constants of cells and of their faces, determinants, heights of vertices [3][leaves]; padding is cells
 * without size between walls. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_cells(GLOBAL CONST double *RESTRICT x, GLOBAL CONST int *RESTRICT face,
                      GLOBAL CONST int *RESTRICT link, GLOBAL CONST int *RESTRICT kind_of,
                      GLOBAL number *RESTRICT cell, GLOBAL number *RESTRICT faces, GLOBAL int *RESTRICT there,
                      GLOBAL int *RESTRICT side, GLOBAL double *RESTRICT determinant,
                      GLOBAL double *RESTRICT height, double most, long leaves, long slots)
{
    FOR_GROUPS(b, GROUPS_OF(slots))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        double map[DEG_CELL_VALUES];
        double size = 0.0;
        for (int v = 0; v < DEG_CELL_VALUES; v++)
            map[v] = 0.0;
        if (i < leaves) {
            size = map_of_cell(x + 6 * i, most, map);
            determinant[i] = size;
            for (int v = 0; v < 3; v++)
                height[v * leaves + i] = x[6 * i + 1] + (x[6 * i + 2 * v + 1] - x[6 * i + 1]);
        }
        for (int v = 0; v < (i < slots ? DEG_CELL_VALUES : 0); v++)
            cell[OF_BLOCK(i, DEG_CELL_VALUES, v)] = (number)map[v];
        for (int k = 0; k < (i < slots ? 3 : 0); k++) {
            const int across = i < leaves ? link[3 * i + k] : -1;
            const int right = across >= 0 && across < 3 * i + k;
            const long own = i < leaves ? 3 * i + k : 0, owner = right ? across : own;
            const long from = 2 * owner, to = 6 * (owner / 3) + 2 * ((owner + 1 - owner / 3 * 3) % 3);
            const double dx = x[to] - x[from], dy = x[to + 1] - x[from + 1];
            const double length = SQRT64(dx * dx + dy * dy);
            const int kind = i < leaves ? (across >= 0 ? DEG_INSIDE : kind_of[face[own]]) : DEG_WALL;
            const int inside = i < leaves;
            const long at = OF_BLOCK(i, 3, k), first = OF_BLOCK(i, 3 * DEG_FACE_VALUES, k * DEG_FACE_VALUES);
            faces[first] = (number)(inside ? dy / length : 0.0);
            faces[first + BLOCK] = (number)(inside ? -dx / length : 0.0);
            faces[first + 2 * BLOCK] = (number)(inside ? length / size : 0.0);
            faces[first + 3 * BLOCK] = (number)right;
            faces[first + 4 * BLOCK] = (number)kind;
            there[at] = across >= 0 ? across / 3 : (int)i;
            side[at] =
                (right ? DEG_RIGHT : 0) + ((across >= 0 ? across % 3 : (inside ? k : 0)) << DEG_FACE_SHIFT);
        }
    }
    END_GROUPS
}

/* ---- air and damping at nodes */

FUNCTION double place_of_node(GLOBAL CONST double *RESTRICT x, GLOBAL CONST double *RESTRICT node,
                              int direction)
{
    const double origin = x[direction];
    return origin + ((x[2 + direction] - origin) * node[0] + (x[4 + direction] - origin) * node[1]);
}

/* Rows of a sounding: heights, theta, Exner pressures. */
FUNCTION background_profile profile_of_rows(background_air air, GLOBAL CONST double *RESTRICT rows,
                                            long count, double z)
{
    long from = 0, end = count - 1;
    while (end - from > 1) {
        const long middle = from + (end - from) / 2;
        if (rows[middle] <= z)
            from = middle;
        else
            end = middle;
    }
    const double slope = (rows[count + from + 1] - rows[count + from]) / (rows[from + 1] - rows[from]);
    return background_above_row(air, rows[2 * count + from], rows[count + from], slope, z - rows[from]);
}

/* air = rho, rho theta, p at nodes, 1 in padding. Cells that are those of before, by origin[], have theirs
 * from old_air. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_air(GLOBAL CONST double *RESTRICT x, GLOBAL CONST double *RESTRICT rest,
                    GLOBAL CONST double *RESTRICT rows, GLOBAL CONST int *RESTRICT from,
                    GLOBAL CONST int *RESTRICT origin, GLOBAL CONST number *RESTRICT old_air,
                    GLOBAL number *RESTRICT air, long row_count, long leaves, long slots)
{
    FOR_GROUPS(b, GROUPS_OF(slots * NODES))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        const long slot = i / (NODES * BLOCK) * BLOCK + i % BLOCK;
        const int k = (int)(i / BLOCK % NODES);
        if (slot < slots) {
            const int own = slot < leaves, same = own && origin[own ? slot : 0] == 0;
            const long old = same ? from[slot] : 0;
            number value[3];
            for (int p = 0; p < 3; p++)
                value[p] = same ? old_air[OF_BLOCK(old, 3 * NODES, p * NODES + k)] : (number)1.0;
            if (own && !same) {
                background_air a;
                background_profile profile;
                a.gas_constant = rest[REST_GAS_CONSTANT];
                a.heat_capacity = rest[REST_HEAT_CAPACITY];
                a.reference_pressure = rest[REST_PRESSURE];
                a.gravity = rest[REST_GRAVITY];
                a.theta = rest[REST_THETA];
                a.frequency = rest[REST_FREQUENCY];
                a.temperature = rest[REST_TEMPERATURE];
                const int kind = (int)rest[REST_KIND];
                const double low = rest[REST_LOW], high = rest[REST_HIGH];
                double z = place_of_node(x + 6 * slot, rest + REST_NODES + 2 * k, 1);
                z = z > low ? z : low;
                z = z < high ? z : high;
                if (kind == BACKGROUND_SOUNDING)
                    profile = profile_of_rows(a, rows, row_count, z);
                else if (kind == BACKGROUND_ISOTHERMAL)
                    profile = background_isothermal(a, z);
                else
                    profile = background_constant_frequency(a, z);
                const double heat = background_heat(a, profile.exner);
                value[0] = (number)(heat / profile.theta);
                value[1] = (number)heat;
                value[2] = (number)background_pressure(a, profile.exner);
            }
            for (int p = 0; p < 3; p++)
                air[OF_BLOCK(slot, 3 * NODES, p * NODES + k)] = value[p];
        }
    }
    END_GROUPS
}

/* rate = that of sponge layers at nodes, 1/s; 0 in padding. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_sponge(GLOBAL CONST double *RESTRICT x, GLOBAL CONST double *RESTRICT rest,
                       GLOBAL number *RESTRICT rate, long leaves, long slots)
{
    FOR_GROUPS(b, GROUPS_OF(slots * NODES))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        const long slot = i / (NODES * BLOCK) * BLOCK + i % BLOCK;
        const int k = (int)(i / BLOCK % NODES);
        if (slot < slots) {
            double most = 0.0;
            if (slot < leaves) {
                GLOBAL CONST double *node = rest + REST_NODES + 2 * k;
                const double px = place_of_node(x + 6 * slot, node, 0);
                const double pz = place_of_node(x + 6 * slot, node, 1);
                const double left = sponge_fraction(px - rest[REST_LEFT], rest[REST_LEFT_LAYER]);
                const double right = sponge_fraction(rest[REST_RIGHT] - px, rest[REST_RIGHT_LAYER]);
                const double top = sponge_fraction(rest[REST_HIGH] - pz, rest[REST_TOP_LAYER]);
                most = left > right ? left : right;
                most = most > top ? most : top;
                most = rest[REST_RATE] * most;
            }
            rate[OF_BLOCK(slot, NODES, k)] = (number)most;
        }
    }
    END_GROUPS
}

/* ---- counting: an exclusive scan, of the values or of those that are not 0 */

/* first[i] = the sum before i inside of its group; count[groups] = sums of groups. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_count(GLOBAL CONST int *RESTRICT value, GLOBAL int *RESTRICT first,
                      GLOBAL int *RESTRICT count, int ones, long values)
{
    FOR_GROUPS(b, GROUPS_OF(values))
    SHARED int sum[2 * LEAF_GROUP];
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        const int v = i < values ? value[i] : 0;
        sum[t] = ones ? v != 0 : v;
    }
    BARRIER;
    SCAN_SUMS(sum, from, LEAF_GROUP)
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        if (i < values)
            first[i] = t > 0 ? sum[from + t - 1] : 0;
    }
    FOR_FLAT (t, 1) {
        count[b] = sum[from + LEAF_GROUP - 1];
    }
    END_GROUPS
}

/* before[b] = the sum of count[] before group b; total[of] = that of all. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_scan(GLOBAL CONST int *RESTRICT count, GLOBAL long *RESTRICT before,
                     GLOBAL long *RESTRICT total, int of, long groups)
{
    FOR_GROUPS(b, 1)
    SHARED long sum[LEAF_GROUP];
    const long stretch = (groups + LEAF_GROUP - 1) / LEAF_GROUP;
    FOR_FLAT (t, LEAF_GROUP) {
        const long end = (t + 1) * stretch < groups ? (t + 1) * stretch : groups;
        sum[t] = 0;
        for (long i = t * stretch; i < end; i++)
            sum[t] += count[i];
    }
    BARRIER;
    FOR_FLAT (t, 1) {
        long all = 0;
        for (int k = 0; k < LEAF_GROUP; k++) {
            const long own = sum[k];
            sum[k] = all;
            all += own;
        }
        total[of] = all;
    }
    BARRIER;
    FOR_FLAT (t, LEAF_GROUP) {
        const long end = (t + 1) * stretch < groups ? (t + 1) * stretch : groups;
        long at = sum[t];
        for (long i = t * stretch; i < end; i++) {
            before[i] = at;
            at += count[i];
        }
    }
    END_GROUPS
}

#define NUMBER_OF(before, first, i) (before[(i) / LEAF_GROUP] + first[i])

/* ---- fans of vertices */

/* The edge that ends at the vertex where another one begins. */
FUNCTION int edge_before(int edge)
{
    return edge % 3 == 0 ? edge + 2 : edge - 1;
}

FUNCTION int edge_behind(int edge)
{
    return edge % 3 == 2 ? edge - 2 : edge + 1;
}

/* Of the corner that has the lowest number in its fan: length[c] = rows of the fan, with one for air beyond
 * open ends; begin[c] = where it begins; edge_rows[c] = length[c] of a fan on the boundary. 0 of others. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_fans(GLOBAL CONST int *RESTRICT link, GLOBAL CONST int *RESTRICT face,
                     GLOBAL CONST int *RESTRICT kind_of, GLOBAL int *RESTRICT length,
                     GLOBAL int *RESTRICT begin, GLOBAL int *RESTRICT edge_rows, long corners)
{
    FOR_GROUPS(b, GROUPS_OF(corners))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        if (i < corners) {
            const int c = (int)i;
            int at = c, count = 1, across = link[c];
            while (across >= 0 && at >= c) { /* clockwise */
                at = edge_behind(across);
                count++;
                across = at == c ? -1 : link[at];
            }
            const int lowest = at >= c, closed = lowest && count > 1 && at == c;
            int rows = lowest ? count - closed : 0, edge = 0;
            const int first = closed ? c : at;
            if (lowest && !closed) {
                int open = kind_of[face[first]] == DEG_OPEN;
                rows = 1;
                across = link[edge_before(at)];
                while (across >= 0 && at >= c) { /* counter-clockwise */
                    at = across;
                    rows++;
                    across = link[edge_before(at)];
                }
                if (at >= c)
                    open = open || kind_of[face[edge_before(at)]] == DEG_OPEN;
                rows = at >= c ? rows + open : 0;
                edge = rows;
            }
            length[i] = rows;
            begin[i] = first;
            edge_rows[i] = edge;
        }
    }
    END_GROUPS
}

/* Fans one after the other: fan_begin, fan_length [fans]; fan_edge[] = the first row of a fan on the
 * boundary, -1 of others; edge_fan[] the fans on the boundary. fan[block][3][BLOCK] = the fan of each corner;
 * wanted[corner] = whether it takes the factors of its own sector alone. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_list(GLOBAL CONST int *RESTRICT link, GLOBAL CONST int *RESTRICT length,
                     GLOBAL CONST int *RESTRICT begin, GLOBAL CONST int *RESTRICT edge_rows,
                     GLOBAL CONST int *RESTRICT fan_first, GLOBAL CONST long *RESTRICT fan_before,
                     GLOBAL CONST int *RESTRICT edge_first, GLOBAL CONST long *RESTRICT edges_before,
                     GLOBAL CONST int *RESTRICT row_first, GLOBAL CONST long *RESTRICT row_before,
                     GLOBAL int *RESTRICT fan_begin, GLOBAL int *RESTRICT fan_length,
                     GLOBAL int *RESTRICT fan_edge, GLOBAL int *RESTRICT edge_fan, GLOBAL int *RESTRICT fan,
                     GLOBAL int *RESTRICT wanted, long corners)
{
    FOR_GROUPS(b, GROUPS_OF(corners))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        if (i < corners && length[i] > 0) {
            const long f = NUMBER_OF(fan_before, fan_first, i);
            const int edge = edge_rows[i] > 0;
            int at = begin[i], going = 1;
            fan_begin[f] = at;
            fan_length[f] = length[i];
            fan_edge[f] = edge ? (int)NUMBER_OF(row_before, row_first, i) : -1;
            if (edge)
                edge_fan[NUMBER_OF(edges_before, edge_first, i)] = (int)f;
            while (going) {
                const long slot = at / 3;
                fan[OF_BLOCK(slot, 3, at % 3)] = (int)f;
                wanted[at] = !edge && at != begin[i];
                at = link[edge_before(at)];
                going = at >= 0 && at != begin[i];
            }
        }
    }
    END_GROUPS
}

/* longest[g] = rows of the longest fan of a group of stars. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_longest(GLOBAL CONST int *RESTRICT fan_length, GLOBAL int *RESTRICT longest, long fans,
                        long groups)
{
    FOR_GROUPS(b, GROUPS_OF(groups))
    FOR_FLAT (t, LEAF_GROUP) {
        const long g = b * LEAF_GROUP + t;
        int most = 1;
        for (long f = g * STAR_FANS; f < (g + 1) * STAR_FANS && f < fans; f++)
            most = fan_length[f] > most ? fan_length[f] : most;
        if (g < groups)
            longest[g] = most;
    }
    END_GROUPS
}

/* ---- factors of sectors, as src/scheme/deg/sectors.c finds them for the corners of a closed fan behind the
 * first */

FUNCTION void find_direction(GLOBAL CONST double *RESTRICT x, int from, int to, double *v)
{
    const double near = 1e-9, diagonal = 0x1.6a09e667f3bcdp-1;
    const double dx = x[2 * to] - x[2 * from], dy = x[2 * to + 1] - x[2 * from + 1];
    const double length = SQRT64(dx * dx + dy * dy);
    v[0] = dx / length;
    v[1] = dy / length;
    if (eg_abs(eg_abs(v[0]) - eg_abs(v[1])) < near) {
        v[0] = eg_copy_sign(diagonal, v[0]);
        v[1] = eg_copy_sign(diagonal, v[1]);
    }
    for (int i = 0; i < 2; i++)
        if (eg_abs(v[i]) < near) {
            v[i] = 0.0;
            v[1 - i] = eg_copy_sign(1.0, v[1 - i]);
        }
}

FUNCTION void find_sector(GLOBAL CONST double *RESTRICT x, int corner, double *factor)
{
    const double pi = 0x1.921fb54442d18p+1;
    double a[2], b[2];
    find_direction(x, corner, corner == 2 ? 0 : corner + 1, a);
    find_direction(x, corner, corner == 0 ? 2 : corner - 1, b);
    double angle = eg_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
    const double eighths = eg_floor(angle / (pi / 4.0) + 0.5);
    angle = eg_abs(angle - eighths * (pi / 4.0)) < 1e-9 ? eighths * (pi / 4.0) : angle;
    const double sine = b[1] - a[1], cosine = a[0] - b[0];
    const double twice = (b[0] * b[1] - a[0] * a[1]) / 2.0;
    const double cross = (b[1] * b[1] - a[1] * a[1]) / 2.0;
    factor[EG_SECTOR_SHARE] = angle / (2.0 * pi);
    factor[EG_SECTOR_P_U] = 0.0 - sine / 4.0;
    factor[EG_SECTOR_P_W] = 0.0 - cosine / 4.0;
    factor[EG_SECTOR_U_P] = 0.0 - sine / 4.0;
    factor[EG_SECTOR_W_P] = 0.0 - cosine / 4.0;
    factor[EG_SECTOR_U_U] = 0.0 + (angle + twice) / (2.0 * pi);
    factor[EG_SECTOR_U_W] = 0.0 + cross / (2.0 * pi);
    factor[EG_SECTOR_W_U] = 0.0 + cross / (2.0 * pi);
    factor[EG_SECTOR_W_W] = 0.0 + (angle - twice) / (2.0 * pi);
}

/* -1, 0 or 1 as the factors, as they are stored, are before, at or behind those of a row. */
FUNCTION int compare_rows(const double *factor, GLOBAL CONST number *RESTRICT row)
{
    int order = 0;
    for (int k = 0; k < EG_SECTOR_FACTORS; k++) {
        const number own = (number)factor[k];
        order = order == 0 ? (own > row[k]) - (own < row[k]) : order;
    }
    return order;
}

/* row[c] = the row of corner c among those that are known, which ascend, or NONE, or NOT_ASKED where it is
 * not wanted; unknown[c] = whether it is wanted, and none of them. A leaf that is one of before, by origin[],
 * has the rows of old_row[] that were asked for; `begun`: there are such rows. */
#define NONE -1
#define NOT_ASKED -2
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_sectors(GLOBAL CONST double *RESTRICT x, GLOBAL CONST int *RESTRICT wanted,
                        GLOBAL CONST int *RESTRICT from, GLOBAL CONST int *RESTRICT origin,
                        GLOBAL CONST int *RESTRICT old_row, GLOBAL CONST number *RESTRICT known,
                        GLOBAL int *RESTRICT row, GLOBAL int *RESTRICT unknown, int begun, int rows,
                        long corners)
{
    FOR_GROUPS(b, GROUPS_OF(corners))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        if (i < corners) {
            const long leaf = i / 3;
            const int same = begun && origin[leaf] == 0;
            int found = same ? old_row[3 * (long)from[leaf] + i % 3] : NOT_ASKED;
            if (wanted[i] && found == NOT_ASKED) {
                double factor[EG_SECTOR_FACTORS];
                int first = 0, end = rows;
                find_sector(x + 6 * leaf, (int)(i % 3), factor);
                found = NONE;
                while (first < end && found < 0) {
                    const int middle = first + (end - first) / 2;
                    const int order = compare_rows(factor, known + (long)middle * EG_SECTOR_FACTORS);
                    found = order == 0 ? middle : NONE;
                    first = order > 0 ? middle + 1 : first;
                    end = order < 0 ? middle : end;
                }
            }
            row[i] = found;
            unknown[i] = wanted[i] && found < 0;
        }
    }
    END_GROUPS
}

/* factor[rows] = the known rows, and behind them those that are not. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_factors(GLOBAL CONST double *RESTRICT x, GLOBAL CONST int *RESTRICT unknown,
                        GLOBAL CONST int *RESTRICT first, GLOBAL CONST long *RESTRICT before,
                        GLOBAL CONST number *RESTRICT known, GLOBAL number *RESTRICT factor, int rows,
                        long corners)
{
    FOR_GROUPS(b, GROUPS_OF(corners))
    FOR_FLAT (t, LEAF_GROUP) {
        const long i = b * LEAF_GROUP + t;
        for (long k = i; k < rows * EG_SECTOR_FACTORS; k += corners)
            factor[k] = known[k];
        if (i < corners && unknown[i]) {
            const long to = (rows + NUMBER_OF(before, first, i)) * EG_SECTOR_FACTORS;
            double own[EG_SECTOR_FACTORS];
            find_sector(x + i / 3 * 6, (int)(i % 3), own);
            for (int k = 0; k < EG_SECTOR_FACTORS; k++)
                factor[to + k] = (number)own[k];
        }
    }
    END_GROUPS
}

/* Rows of stars, one thread a fan: fan_corner, fan_sector of deg/stars.h. A closed fan begins with the row
 * `unit`; those on the boundary have rows of their own from edge_row on. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_rows(GLOBAL CONST int *RESTRICT link, GLOBAL CONST int *RESTRICT fan_begin,
                     GLOBAL CONST int *RESTRICT fan_length, GLOBAL CONST int *RESTRICT fan_edge,
                     GLOBAL CONST int *RESTRICT longest, GLOBAL CONST int *RESTRICT row_first,
                     GLOBAL CONST long *RESTRICT row_before, GLOBAL CONST int *RESTRICT row,
                     GLOBAL CONST int *RESTRICT unknown_first, GLOBAL CONST long *RESTRICT unknown_before,
                     GLOBAL long *RESTRICT first_row, GLOBAL int *RESTRICT fan_corner,
                     GLOBAL int *RESTRICT fan_sector, int unit, int rows, int edge_row, long fans,
                     long groups)
{
    FOR_GROUPS(b, GROUPS_OF(groups * STAR_FANS))
    FOR_FLAT (t, LEAF_GROUP) {
        const long f = b * LEAF_GROUP + t, g = f / STAR_FANS;
        if (g < groups) {
            const long from = NUMBER_OF(row_before, row_first, g), end = from + longest[g];
            const int own = f < fans, begin = own ? fan_begin[f] : 0;
            const int edge = own ? fan_edge[f] : -1, count = own ? fan_length[f] : 0;
            int at = begin;
            first_row[g] = from;
            if (g == groups - 1)
                first_row[groups] = end;
            for (long r = from; r < end; r++) {
                const int k = (int)(r - from);
                const long to = r * STAR_FANS + f % STAR_FANS;
                int number_of_row = 0, corner = STAR_NONE, vertex = 0;
                if (k < count) {
                    const int beyond = at < 0;
                    corner = beyond ? STAR_AIR : at / 3;
                    vertex = (beyond ? begin : at) % 3;
                    if (edge >= 0)
                        number_of_row = edge_row + edge + k;
                    else if (k == 0)
                        number_of_row = unit;
                    else
                        number_of_row =
                            row[at] >= 0 ? row[at] : rows + (int)NUMBER_OF(unknown_before, unknown_first, at);
                    at = beyond ? -1 : link[edge_before(at)];
                }
                fan_corner[to] = corner;
                fan_sector[to] = 4 * number_of_row + vertex;
            }
        }
    }
    END_GROUPS
}

/* Of fans on the boundary: number[LEAF_EDGE_NUMBERS] of each; and of their corners, by their rows,
 * place[3][2] = their vertex, and those counter-clockwise ahead and behind of it in the cell, m. */
KERNEL_SHAPE(LEAF_GROUP, 1)
KERNEL deg_leaf_edges(GLOBAL CONST double *RESTRICT x, GLOBAL CONST int *RESTRICT link,
                      GLOBAL CONST int *RESTRICT face, GLOBAL CONST int *RESTRICT kind_of,
                      GLOBAL CONST int *RESTRICT fan_begin, GLOBAL CONST int *RESTRICT fan_edge,
                      GLOBAL CONST int *RESTRICT edge_fan, GLOBAL int *RESTRICT numbers,
                      GLOBAL double *RESTRICT place, long edges)
{
    FOR_GROUPS(b, GROUPS_OF(edges))
    FOR_FLAT (t, LEAF_GROUP) {
        const long j = b * LEAF_GROUP + t;
        if (j < edges) {
            const int f = edge_fan[j], begin = fan_begin[f];
            int at = begin, last = begin, count = 0;
            while (at >= 0) {
                const long to = 6 * (long)(fan_edge[f] + count);
                for (int v = 0; v < 3; v++)
                    for (int d = 0; d < 2; d++)
                        place[to + 2 * v + d] = x[6 * (long)(at / 3) + 2 * ((at % 3 + v) % 3) + d];
                last = at;
                count++;
                at = link[edge_before(at)];
            }
            numbers[LEAF_EDGE_NUMBERS * j + LEAF_EDGE_CORNERS] = count;
            numbers[LEAF_EDGE_NUMBERS * j + LEAF_EDGE_FROM] = kind_of[face[begin]];
            numbers[LEAF_EDGE_NUMBERS * j + LEAF_EDGE_TO] = kind_of[face[edge_before(last)]];
            numbers[LEAF_EDGE_NUMBERS * j + LEAF_EDGE_ROW] = fan_edge[f];
        }
    }
    END_GROUPS
}
