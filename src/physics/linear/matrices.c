/* Speeds and fluxes of systems of a case. */
#include "physics/linear/matrices.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { N = EG_LINEAR_VARIABLES, DIRECTIONS = 16 };

static const eg_linear_matrices *matrices_of(const eg_linear *system)
{
    return (const eg_linear_matrices *)system;
}

/* ---- the matrices of a material */

void eg_linear_matrix_along(const eg_linear_matrices *matrices, const double *material, const double n[2],
                            double *matrix)
{
    int count = matrices->system.variables * matrices->system.variables;
    for (int i = 0; i < count; i++)
        matrix[i] = n[0] * eg_matrix_entry_of(&matrices->a[i], material) +
                    n[1] * eg_matrix_entry_of(&matrices->b[i], material);
}

/* The directions that are looked at: those of the opposite half circle have the same speeds, backwards. */
static void find_direction(int i, double n[2])
{
    const double angle = 3.14159265358979323846 * i / DIRECTIONS;
    n[0] = i == DIRECTIONS / 2 ? 0 : cos(angle);
    n[1] = i == 0 ? 0 : sin(angle);
}

/* ---- what does not change from cell to cell is found once: the last ones of each thread */

enum { KEPT = 32, KEY = 8 + 2 * EG_LINEAR_MATERIALS };
typedef struct kept_key {
    double key[KEY];
    int length;
} kept_key;

/* The slot of a key; *found where it stands there, otherwise it is put there. */
static int find_slot(kept_key *table, const double *key, int length, bool *found)
{
    size_t bytes = (size_t)length * sizeof *key;
    int slot = (int)(eg_hash64(key, (int64_t)bytes, 0) % KEPT);
    kept_key *at = &table[slot];
    *found = at->length == length && memcmp(at->key, key, bytes) == 0;
    at->length = length;
    memcpy(at->key, key, bytes);
    return slot;
}

/* ---- speeds */

static double find_speed(const eg_linear_matrices *matrices, const double *material)
{
    double matrix[N * N], real[N], imaginary[N], n[2], speed = 0;
    int variables = matrices->system.variables;
    for (int i = 0; i < DIRECTIONS; i++) {
        find_direction(i, n);
        eg_linear_matrix_along(matrices, material, n, matrix);
        if (!eg_eigenvalues(variables, matrix, real, imaginary))
            return NAN;
        for (int v = 0; v < variables; v++)
            speed = fmax(speed, hypot(real[v], imaginary[v]));
    }
    return speed;
}

/* Largest size of an eigenvalue of E whose real part is above `least` times the size of the imaginary one. */
static double find_largest(const eg_linear_matrices *matrices, const double *material, double least)
{
    double matrix[N * N], real[N], imaginary[N], size = 0;
    int n = matrices->system.variables;
    for (int i = 0; i < n * n; i++)
        matrix[i] = eg_matrix_entry_of(&matrices->e[i], material);
    if (!eg_eigenvalues(n, matrix, real, imaginary))
        return NAN;
    for (int v = 0; v < n; v++)
        if (real[v] > least * fabs(imaginary[v]) || least == -INFINITY)
            size = fmax(size, hypot(real[v], imaginary[v]));
    return size;
}

static double find_reaction(const eg_linear_matrices *matrices, const double *material)
{
    return find_largest(matrices, material, -INFINITY);
}

/* Of those that grow, or turn and decay by less than half of that. */
static double find_turning(const eg_linear_matrices *matrices, const double *material)
{
    return find_largest(matrices, material, -0.5);
}

typedef enum asked { ASKED_SPEED, ASKED_SLOWEST, ASKED_REACTION, ASKED_TURNING } asked;

static int add_material(const eg_linear_matrices *matrices, const double *material, double *key, int at)
{
    memcpy(&key[at], material, (size_t)matrices->system.materials * sizeof *material);
    return at + matrices->system.materials;
}

static double kept_number(const eg_linear_matrices *matrices, asked what, const double *material,
                          double (*find)(const eg_linear_matrices *, const double *))
{
    static _Thread_local kept_key keys[KEPT];
    static _Thread_local double values[KEPT];
    double key[KEY] = {(double)matrices->number, what};
    bool found;
    int slot = find_slot(keys, key, add_material(matrices, material, key, 2), &found);
    if (!found)
        values[slot] = find(matrices, material);
    return values[slot];
}

static double speed_of(const eg_linear *system, const double *material)
{
    return kept_number(matrices_of(system), ASKED_SPEED, material, find_speed);
}

static double reaction_of(const eg_linear *system, const double *material)
{
    const eg_linear_matrices *matrices = matrices_of(system);
    return matrices->e ? kept_number(matrices, ASKED_REACTION, material, find_reaction) : 0;
}

static double turning_of(const eg_linear *system, const double *material)
{
    const eg_linear_matrices *matrices = matrices_of(system);
    return matrices->e ? kept_number(matrices, ASKED_TURNING, material, find_turning) : 0;
}

static double find_slowest(const eg_linear_matrices *matrices, const double *material)
{
    double matrix[N * N], n[2], slowest = INFINITY;
    eg_eigen eigen;
    for (int i = 0; i < DIRECTIONS; i++) {
        find_direction(i, n);
        eg_linear_matrix_along(matrices, material, n, matrix);
        eg_eigen_find(matrices->system.variables, matrix, &eigen);
        for (int v = 0; v < matrices->system.variables && eigen.fault == EG_EIGEN_FINE; v++)
            if (eigen.value[v] != 0)
                slowest = fmin(slowest, fabs(eigen.value[v]));
    }
    return isfinite(slowest) ? slowest : 0;
}

double eg_linear_matrices_slowest(const eg_linear_matrices *matrices, const double *material)
{
    return kept_number(matrices, ASKED_SLOWEST, material, find_slowest);
}

const char *eg_linear_matrices_fault(const eg_linear_matrices *matrices, const double *material, char *text,
                                     size_t room)
{
    double matrix[N * N], n[2];
    eg_eigen eigen;
    for (int i = 0; i < DIRECTIONS; i++) {
        find_direction(i, n);
        eg_linear_matrix_along(matrices, material, n, matrix);
        eg_eigen_find(matrices->system.variables, matrix, &eigen);
        if (eigen.fault == EG_EIGEN_FINE)
            continue;
        double angle = 180.0 * i / DIRECTIONS;
        if (eigen.fault == EG_EIGEN_COMPLEX)
            snprintf(text, room, "along the direction at %.4g degrees %.6g + %.6g i is an eigenvalue", angle,
                     eigen.wrong, eigen.imaginary);
        else if (eigen.fault == EG_EIGEN_DEFECTIVE)
            snprintf(text, room,
                     "along the direction at %.4g degrees the eigenvalue %.6g, %d times, has fewer "
                     "eigenvectors",
                     angle, eigen.wrong, eigen.times);
        else
            snprintf(text, room, "along the direction at %.4g degrees the matrix has no finite eigenvalues",
                     angle);
        return text;
    }
    return NULL;
}

/* ---- the flux at a face */

/* One side: its matrix along the normal, with eigenvalues and eigenvectors. */
typedef struct side {
    double matrix[N * N];
    eg_eigen eigen;
    int less, none; /* eigenvalues below 0, and 0 */
} side;

static bool find_side(const eg_linear_matrices *matrices, const double *material, const double n[2], side *s)
{
    int variables = matrices->system.variables;
    eg_linear_matrix_along(matrices, material, n, s->matrix);
    eg_eigen_find(variables, s->matrix, &s->eigen);
    if (s->eigen.fault != EG_EIGEN_FINE)
        return false;
    s->less = s->none = 0;
    for (int v = 0; v < variables; v++) {
        s->less += s->eigen.value[v] < 0;
        s->none += s->eigen.value[v] == 0;
    }
    return true;
}

static void copy_columns(int n, const double *from, int first, int count, double *to, int at)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count; k++)
            to[i * n + at + k] = from[i * n + first + k];
}

/* Waves that leave the face to the left, what rests, waves that leave it to the right, as columns: the jump
 * of the state is a sum of them, whose factors are the inverse times the jump. */
static bool invert_waves(int n, const side *left, const side *right, double *waves, double *inverse)
{
    if (left->less != right->less || left->none != right->none)
        return false;
    copy_columns(n, left->eigen.vectors, 0, left->less, waves, 0);
    copy_columns(n, left->eigen.vectors, left->less, left->none, waves, left->less);
    copy_columns(n, right->eigen.vectors, right->less + right->none, n - right->less - right->none, waves,
                 left->less + left->none);
    return eg_eigen_invert(n, waves, inverse);
}

const char *eg_linear_matrices_meet(const eg_linear_matrices *matrices, const double *left,
                                    const double *right, const double n[2], char *text, size_t room)
{
    int variables = matrices->system.variables;
    side l, r;
    double waves[N * N], inverse[N * N];
    if (!find_side(matrices, left, n, &l) || !find_side(matrices, right, n, &r))
        return "it is not hyperbolic there";
    if (invert_waves(variables, &l, &r, waves, inverse))
        return NULL;
    snprintf(text, room,
             "of %d waves %d go to the left and %d rest on the left, %d and %d on the right: these do not "
             "meet in one "
             "state",
             variables, l.less, l.none, r.less, r.none);
    return text;
}

/* The sum over columns [first, last) of speed times wave times factor: what these waves make of the flux. */
static void add_waves(int n, const side *s, int first, int last, const double *waves, const double *inverse,
                      double *sum)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = first; k < last; k++)
                sum[i * n + j] += s->eigen.value[k] * waves[i * n + k] * inverse[k * n + j];
}

/* M, with which a side has the flux A (u_l + u_r) / 2 + M (u_r - u_l), where A is its own. */
static bool find_upwind(const eg_linear_matrices *matrices, const eg_linear_face *face, double *m)
{
    int n = matrices->system.variables;
    side left, right;
    double waves[N * N], inverse[N * N];
    if (!find_side(matrices, face->left, face->normal, &left) ||
        !find_side(matrices, face->right, face->normal, &right) ||
        !invert_waves(n, &left, &right, waves, inverse))
        return false;
    int still = left.less + left.none;
    memset(m, 0, (size_t)(n * n) * sizeof *m);
    if (memcmp(face->left, face->right, (size_t)matrices->system.materials * sizeof *face->left) == 0) {
        double right_going[N * N] = {0}; /* the same bits on both sides */
        add_waves(n, &left, 0, left.less, waves, inverse, m);
        add_waves(n, &left, still, n, waves, inverse, right_going);
        for (int i = 0; i < n * n; i++)
            m[i] = 0.5 * (m[i] - right_going[i]);
    } else if (face->on_right) {
        add_waves(n, &right, still, n, waves, inverse, m);
        for (int i = 0; i < n * n; i++)
            m[i] = 0.5 * right.matrix[i] - m[i];
    } else {
        add_waves(n, &left, 0, left.less, waves, inverse, m);
        for (int i = 0; i < n * n; i++)
            m[i] = m[i] - 0.5 * left.matrix[i];
    }
    return true;
}

/* Of the flux of Rusanov. */
static void find_rusanov(const eg_linear_matrices *matrices, const eg_linear_face *face, double *m)
{
    int n = matrices->system.variables;
    double speed = fmax(speed_of(&matrices->system, face->left), speed_of(&matrices->system, face->right));
    memset(m, 0, (size_t)(n * n) * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i * n + i] = -0.5 * speed;
}

/* sigma - 2 (n t + t n - (n . t) n n) for stresses xx, yy, xy with the traction t = sigma n. */
static void turn_traction(const double n[2], int variables, int stress, double *matrix)
{
    for (int j = 0; j < 3; j++) {
        const double sigma[3] = {j == 0, j == 1, j == 2};
        const double t[2] = {sigma[0] * n[0] + sigma[2] * n[1], sigma[2] * n[0] + sigma[1] * n[1]};
        const double along = t[0] * n[0] + t[1] * n[1];
        const double turned[3] = {2 * n[0] * t[0] - along * n[0] * n[0],
                                  2 * n[1] * t[1] - along * n[1] * n[1],
                                  n[0] * t[1] + n[1] * t[0] - along * n[0] * n[1]};
        for (int i = 0; i < 3; i++)
            matrix[(stress + i) * variables + stress + j] = sigma[i] - 2 * turned[i];
    }
}

void eg_linear_mirror(const eg_linear *system, eg_linear_boundary kind, const double n[2], double *matrix)
{
    const eg_linear_places *p = &system->source;
    int variables = system->variables, pressures = p->explosions < 0 ? 1 : p->moments;
    memset(matrix, 0, (size_t)(variables * variables) * sizeof *matrix);
    for (int v = 0; v < variables; v++) {
        bool turns = kind == EG_LINEAR_WALL ? v >= p->velocity && v < p->velocity + p->forces
                                            : v >= p->stress && v < p->stress + pressures;
        matrix[v * variables + v] = turns ? -1 : 1;
    }
    if (kind == EG_LINEAR_FREE && p->moments == 3)
        turn_traction(n, variables, p->stress, matrix);
}

/* At a boundary kernels have -u beyond it, so that the mean is 0 and the jump -2 u, or 2 u for a cell on the
 * right: the flux is that between u and what reflection makes of it. */
static void reflect_flux(const eg_linear_matrices *matrices, const eg_linear_face *face, double *m)
{
    int n = matrices->system.variables;
    double turn = face->on_right ? -1 : 1, out[2] = {turn * face->normal[0], turn * face->normal[1]};
    double g[N * N] = {0}, along[N * N], flux[N * N];
    if (face->boundary == EG_LINEAR_REFLECTING)
        matrices->reflect(matrices->user, face->number, out, g);
    else if (face->boundary != EG_LINEAR_ABSORBING)
        matrices->mirror(&matrices->system, face->boundary, out, g);
    eg_linear_matrix_along(matrices, face->left, face->normal, along);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0; /* A (1 + G) / 2 + M (G - 1), of a cell on the left */
            for (int k = 0; k < n; k++) {
                double one = k == j ? 1 : 0;
                sum += 0.5 * along[i * n + k] * (one + g[k * n + j]) +
                       turn * m[i * n + k] * (g[k * n + j] - one);
            }
            flux[i * n + j] = sum;
        }
    for (int i = 0; i < n * n; i++)
        m[i] = -0.5 * turn * flux[i];
}

void eg_linear_matrices_face(const eg_linear_matrices *matrices, const eg_linear_face *face, double *m)
{
    int n = matrices->system.variables;
    if (face->flux == EG_FLUX_RUSANOV)
        find_rusanov(matrices, face, m);
    else if (!find_upwind(matrices, face, m))
        for (int i = 0; i < n * n; i++)
            m[i] = NAN;
    if (face->boundary != EG_LINEAR_INSIDE && face->boundary != EG_LINEAR_INFLOW)
        reflect_flux(matrices, face, m);
}

/* The rows and columns of M that are not 0. */
static void find_constants(const eg_linear_matrices *matrices, const eg_linear_face *face, double *constants)
{
    const eg_linear_sharing *sharing = &matrices->sharing[face->flux];
    int n = matrices->system.variables, columns = sharing->crossing;
    double m[N * N];
    eg_linear_matrices_face(matrices, face, m);
    for (int i = 0; i < sharing->gaining; i++)
        for (int j = 0; j < columns; j++)
            constants[i * columns + j] = m[sharing->gains[i] * n + sharing->crosses[j]];
}

static void face_of(const eg_linear *system, const eg_linear_face *face, double *constants)
{
    const eg_linear_matrices *matrices = matrices_of(system);
    static _Thread_local kept_key keys[KEPT];
    static _Thread_local double values[KEPT][N * N];
    double key[KEY] = {(double)matrices->number,
                       face->normal[0],
                       face->normal[1],
                       face->flux,
                       face->boundary,
                       face->boundary == EG_LINEAR_REFLECTING ? face->number : -1,
                       face->on_right};
    bool found;
    int at = add_material(matrices, face->left, key, 7);
    int slot = find_slot(keys, key, add_material(matrices, face->right, key, at), &found);
    if (!found)
        find_constants(matrices, face, values[slot]);
    memcpy(constants, values[slot], (size_t)system->face_constants[face->flux] * sizeof *constants);
}

/* ---- variables at faces */

/* Whether A and B have entries in a row or, with `column`, a column. */
static bool has_entries(const eg_linear_matrices *matrices, int at, bool column)
{
    int n = matrices->system.variables;
    for (int i = 0; i < n; i++) {
        int place = column ? i * n + at : at * n + i;
        if (!eg_matrix_entry_is_nothing(&matrices->a[place]) ||
            !eg_matrix_entry_is_nothing(&matrices->b[place]))
            return true;
    }
    return false;
}

/* With Rusanov's flux all variables do both. There is one at least, so that no list is empty. */
static void share_variables(eg_linear_matrices *matrices)
{
    for (int flux = 0; flux < EG_FLUXES; flux++) {
        eg_linear_sharing *s = &matrices->sharing[flux];
        *s = (eg_linear_sharing){0};
        for (int v = 0; v < matrices->system.variables; v++) {
            bool all = flux == EG_FLUX_RUSANOV;
            if (all || has_entries(matrices, v, true) || (matrices->reflected && matrices->reflected[v]))
                s->crosses[s->crossing++] = v;
            if (all || has_entries(matrices, v, false))
                s->gains[s->gaining++] = v;
        }
        s->crossing += s->crossing == 0;
        s->gaining += s->gaining == 0;
    }
}

/* ---- the system */

eg_status eg_linear_matrices_complete(eg_context *context, eg_linear_matrices *matrices, char **made)
{
    static atomic_ulong systems;
    EG_TEXT(text, context);
    eg_linear *s = &matrices->system;
    assert(s->variables >= 1 && s->variables <= EG_LINEAR_VARIABLES);
    assert(s->materials >= 1 && s->materials <= EG_LINEAR_MATERIALS);
    share_variables(matrices);
    s->resolved = eg_linear_matrices_write(matrices, &text);
    EG_TRY(text.status);
    EG_TRY(eg_strdup(context, eg_text_string(&text), made));
    matrices->number = atomic_fetch_add(&systems, 1) + 1;
    s->kernel = "ader/linear.c";
    s->dimensions = 2;
    s->generated = *made;
    s->reacts = matrices->e != NULL;
    for (int flux = 0; flux < EG_FLUXES; flux++) {
        s->traces[flux] = matrices->sharing[flux].crossing;
        s->face_constants[flux] = matrices->sharing[flux].crossing * matrices->sharing[flux].gaining;
    }
    s->speed = speed_of;
    s->reaction = reaction_of;
    s->turning = turning_of;
    s->face = face_of;
    return EG_OK;
}
