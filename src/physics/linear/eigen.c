/* Eigenvalues by Francis' iteration (Golub and Van Loan, Matrix Computations, chapter 7), eigenvectors as null spaces
 * by elimination with complete pivots. The library's own loops, since others give other last bits from machine to
 * machine, and states follow from them. */
#include "physics/linear/eigen.h"

#include <math.h>
#include <string.h>

enum { N = EG_LINEAR_VARIABLES, TURNS = 60 };
static const double SAME = 1e-6;

/* ---- similar matrices */

/* The sizes of row i, or of column i, off the diagonal, of the columns or rows that are in. */
static double norm_off(int n, const double *m, const bool *in, int i, int row_step, int step)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += j == i || !in[j] ? 0 : fabs(m[i * row_step + j * step]);
    return sum;
}

/* Multiplies the unit of variable i by f. */
static void scale_variable(int n, double *m, double *scale, int i, double f)
{
    scale[i] *= f;
    for (int j = 0; j < n; j++)
        m[i * n + j] /= f;
    for (int j = 0; j < n; j++)
        m[j * n + i] *= f;
}

/* Takes out, one after the other, what no other variable that is in depends on, or what depends on none. Returns how
 * many, in this order. */
static int find_ends(int n, const double *m, bool *in, int *end)
{
    int ends = 0;
    for (int i = 0; i < n; i++)
        in[i] = true;
    for (int before = -1; before < ends;) {
        before = ends;
        for (int i = 0; i < n; i++)
            if (in[i] && (norm_off(n, m, in, i, n, 1) == 0 || norm_off(n, m, in, i, 1, n) == 0)) {
                in[i] = false;
                end[ends++] = i;
            }
    }
    return ends;
}

/* Parlett and Reinsch: rows and columns of like size. */
static void balance_rest(int n, double *m, double *scale, const bool *in)
{
    bool again = true;
    for (int turn = 0; again && turn < 64; turn++) {
        again = false;
        for (int i = 0; i < n; i++) {
            double row = norm_off(n, m, in, i, n, 1), column = norm_off(n, m, in, i, 1, n);
            if (!in[i] || !isfinite(row) || !isfinite(column))
                continue;
            double f = exp2(round(0.5 * log2(row / column)));
            if (row / f + column * f > 0.95 * (row + column))
                continue;
            again = true;
            scale_variable(n, m, scale, i, f);
        }
    }
}

static double size_of_rest(int n, const double *m, const bool *in)
{
    double size = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(m[i * n + i]));
        if (in[i])
            size = fmax(size, norm_off(n, m, in, i, n, 1));
    }
    return size;
}

/* Rows and columns of like size: m becomes D^-1 m D, with powers of two in D. The size of a row without a column, or of
 * a column without a row, is any, as the unit of its variable. It becomes that of the others, the last of the ends
 * first, so that their rank does not depend on units; but what is next to nothing beside the others may be rounding. */
static void balance(int n, double *m, double *scale)
{
    bool in[N];
    int end[N], ends = find_ends(n, m, in, end);
    for (int i = 0; i < n; i++)
        scale[i] = 1;
    balance_rest(n, m, scale, in);
    double size = size_of_rest(n, m, in);
    while (ends-- > 0) {
        int i = end[ends];
        double row = norm_off(n, m, in, i, n, 1), column = norm_off(n, m, in, i, 1, n), sum = row + column;
        in[i] = true;
        if (!(sum > 0x1p-34 * size) || !(size > 0) || !isfinite(sum))
            continue;
        double f = exp2(round(log2(sum / size)));
        scale_variable(n, m, scale, i, row > 0 ? f : 1 / f);
    }
}

/* The vector v and factor b of the reflection I - b v v^T that takes x[count] to a multiple of the first axis. */
static double find_reflection(int count, const double *x, double *v)
{
    double size = 0, sum = 0;
    for (int i = 0; i < count; i++)
        size = fmax(size, fabs(x[i]));
    if (!(size > 0))
        return 0;
    for (int i = 0; i < count; i++) {
        v[i] = x[i] / size;
        sum += v[i] * v[i];
    }
    double length = copysign(sqrt(sum), v[0]);
    v[0] += length;
    return 1 / (length * v[0]);
}

/* Applies it to rows or columns [first, first + count) of m, entries [from, to) of each. */
static void reflect_rows(int n, double *m, int first, int count, const double *v, double b, int from, int to)
{
    for (int j = from; j < to; j++) {
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += v[i] * m[(first + i) * n + j];
        for (int i = 0; i < count; i++)
            m[(first + i) * n + j] -= b * sum * v[i];
    }
}

static void reflect_columns(int n, double *m, int first, int count, const double *v, double b, int from,
                            int to)
{
    for (int i = from; i < to; i++) {
        double sum = 0;
        for (int j = 0; j < count; j++)
            sum += v[j] * m[i * n + first + j];
        for (int j = 0; j < count; j++)
            m[i * n + first + j] -= b * sum * v[j];
    }
}

static void reflect(int n, double *m, int first, int count, const double *x, int from, int to)
{
    double v[N], b = find_reflection(count, x, v);
    if (b == 0)
        return;
    reflect_rows(n, m, first, count, v, b, from, n);
    reflect_columns(n, m, first, count, v, b, 0, to);
}

static void make_hessenberg(int n, double *m)
{
    for (int k = 0; k + 2 < n; k++) {
        double x[N];
        for (int i = k + 1; i < n; i++)
            x[i - k - 1] = m[i * n + k];
        reflect(n, m, k + 1, n - k - 1, x, k, n);
        for (int i = k + 2; i < n; i++)
            m[i * n + k] = 0;
    }
}

/* ---- eigenvalues */

/* One double step on rows and columns [low, high], with the shifts of the last two rows or, now and then, others. */
static void take_francis_step(int n, double *m, int low, int high, bool other)
{
    const double *h = &m[low * n + low];
    double one = m[(high - 1) * n + high - 1], two = m[high * n + high];
    double off = m[(high - 1) * n + high] * m[high * n + high - 1];
    if (other) {
        double size = fabs(m[high * n + high - 1]) + fabs(m[(high - 1) * n + high - 2]);
        one = two = two + 0.75 * size;
        off = -0.4375 * size * size;
    }
    /* the first column of (H - one)(H - two) - off over its entry below the diagonal: differences alone, since values
     * may nearly be the same */
    double x[3] = {((one - h[0]) * (two - h[0]) - off) / h[n] + h[1], h[n + 1] + h[0] - one - two,
                   h[2 * n + 1]};
    for (int k = low; k < high; k++) {
        int count = k + 2 <= high ? 3 : 2, last = k + 3 < high ? k + 3 : high;
        reflect(n, m, k, count, x, k > low ? k - 1 : low, last + 1);
        for (int i = 0; i < 3; i++)
            x[i] = k + 1 + i <= high ? m[(k + 1 + i) * n + k] : 0;
    }
    for (int i = low + 2; i <= high; i++)
        for (int j = low; j < i - 1; j++)
            m[i * n + j] = 0;
}

/* Those of rows and columns at, at + 1. */
static void solve_pair(const double *m, int n, int at, double *real, double *imaginary)
{
    double a = m[at * n + at], b = m[at * n + at + 1], c = m[(at + 1) * n + at], d = m[(at + 1) * n + at + 1];
    double half = 0.5 * (a - d), root = half * half + b * c, middle = 0.5 * (a + d);
    imaginary[at] = root < 0 ? sqrt(-root) : 0;
    imaginary[at + 1] = -imaginary[at];
    real[at] = real[at + 1] = middle;
    if (root >= 0) {
        double far = half + copysign(sqrt(root), half);
        real[at] = d + far;
        real[at + 1] = far != 0 ? d - b * c / far : d;
    }
}

/* The first row of the block that ends with `high`, in which no entry below the diagonal is next to nothing beside the
 * largest of all: eigenvalues of 0, of which systems of waves have several, want no more digits. */
static int find_block(int n, double *m, int high, double size)
{
    for (int i = high; i > 0; i--) {
        if (fabs(m[i * n + i - 1]) > 0x1p-52 * size)
            continue;
        m[i * n + i - 1] = 0;
        return i;
    }
    return 0;
}

static bool iterate(int n, double *m, double *real, double *imaginary)
{
    double size = 0;
    for (int i = 0; i < n * n; i++)
        size += m[i] * m[i];
    size = sqrt(size);
    for (int high = n - 1, turn = 0; high >= 0;) {
        int low = find_block(n, m, high, size);
        if (low == high) {
            real[high] = m[high * n + high];
            imaginary[high] = 0;
        } else if (low == high - 1) {
            solve_pair(m, n, low, real, imaginary);
        } else if (turn++ == TURNS) {
            return false;
        } else {
            take_francis_step(n, m, low, high, turn % 10 == 0);
            continue;
        }
        turn = 0;
        high = low - 1;
    }
    return true;
}

static bool is_finite(int n, const double *matrix)
{
    for (int i = 0; i < n * n; i++)
        if (!isfinite(matrix[i]))
            return false;
    return true;
}

/* Of a matrix that is balanced. */
static bool find_values(int n, const double *balanced, double *real, double *imaginary)
{
    double m[N * N];
    memcpy(m, balanced, (size_t)(n * n) * sizeof *m);
    make_hessenberg(n, m);
    return iterate(n, m, real, imaginary);
}

bool eg_eigenvalues(int n, const double *matrix, double *real, double *imaginary)
{
    double m[N * N], scale[N];
    assert(n >= 1 && n <= N);
    if (!is_finite(n, matrix))
        return false;
    memcpy(m, matrix, (size_t)(n * n) * sizeof *m);
    balance(n, m, scale);
    return find_values(n, m, real, imaginary);
}

/* ---- eigenvectors */

/* The place of the largest entry of rows and columns [from, n). */
static double find_pivot(int n, const double *m, int from, int *row, int *column)
{
    double most = -1;
    for (int i = from; i < n; i++)
        for (int j = from; j < n; j++)
            if (fabs(m[i * n + j]) > most) {
                most = fabs(m[i * n + j]);
                *row = i;
                *column = j;
            }
    return most;
}

static void swap_places(double *m, int count, int a, int b, int row_step, int step)
{
    for (int i = 0; i < count && a != b; i++) {
        double kept = m[a * row_step + i * step];
        m[a * row_step + i * step] = m[b * row_step + i * step];
        m[b * row_step + i * step] = kept;
    }
}

/* Columns of `vectors`, n apart, that `m`, which is used up, takes to 0: *count of them. Pivots below `least` are
 * 0. */
static void find_null_space(int n, double *m, double least, double *vectors, int *count)
{
    int place[N], rank = 0, row = 0, column = 0;
    for (int i = 0; i < n; i++)
        place[i] = i;
    for (; rank < n && find_pivot(n, m, rank, &row, &column) > least; rank++) {
        int kept = place[rank];
        place[rank] = place[column];
        place[column] = kept;
        swap_places(m, n, rank, row, n, 1);
        swap_places(m, n, rank, column, 1, n);
        for (int i = 0; i < n; i++) {
            double f = i == rank ? 0 : m[i * n + rank] / m[rank * n + rank];
            for (int j = rank; j < n && f != 0; j++)
                m[i * n + j] -= f * m[rank * n + j];
        }
    }
    *count = n - rank;
    for (int k = rank; k < n; k++)
        for (int i = 0; i < n; i++)
            vectors[place[i] * n + k - rank] = i < rank ? -m[i * n + k] / m[i * n + i] : i == k ? 1 : 0;
}

static void sort_values(int n, double *real, double *imaginary)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && real[j] < real[j - 1]; j--) {
            double kept = real[j];
            real[j] = real[j - 1];
            real[j - 1] = kept;
            kept = imaginary[j];
            imaginary[j] = imaginary[j - 1];
            imaginary[j - 1] = kept;
        }
}

static double size_of_values(int n, const double *real, const double *imaginary)
{
    double size = 0;
    for (int i = 0; i < n; i++)
        size = fmax(size, hypot(real[i], imaginary[i]));
    return size;
}

/* The vectors of `times` values from `first` on, which are one; of the matrix that was balanced. */
static bool find_vectors(int n, const double *balanced, const double *scale, double size, int first,
                         int times, eg_eigen *eigen)
{
    double m[N * N], vectors[N * N];
    int count;
    memcpy(m, balanced, (size_t)(n * n) * sizeof *m);
    for (int i = 0; i < n; i++)
        m[i * n + i] -= eigen->value[first];
    find_null_space(n, m, SAME * size, vectors, &count);
    if (count != times) {
        eigen->fault = EG_EIGEN_DEFECTIVE;
        eigen->wrong = eigen->value[first];
        eigen->times = times;
        return false;
    }
    for (int k = 0; k < times; k++)
        for (int i = 0; i < n; i++)
            eigen->vectors[i * n + first + k] = scale[i] * vectors[i * n + k];
    return true;
}

/* How many values from `first` on are one, which they become. */
static int join_values(int n, double size, int first, double *value)
{
    int times = 1;
    double sum = value[first];
    while (first + times < n && value[first + times] - value[first + times - 1] <= SAME * size)
        sum += value[first + times++];
    for (int k = 0; k < times; k++)
        value[first + k] = fabs(sum / times) <= SAME * size ? 0 : sum / times;
    return times;
}

void eg_eigen_find(int n, const double *matrix, eg_eigen *eigen)
{
    double m[N * N], scale[N], imaginary[N];
    assert(n >= 1 && n <= N);
    eigen->fault = EG_EIGEN_DIVERGED;
    if (!is_finite(n, matrix))
        return;
    memcpy(m, matrix, (size_t)(n * n) * sizeof *m);
    balance(n, m, scale);
    if (!find_values(n, m, eigen->value, imaginary))
        return;
    sort_values(n, eigen->value, imaginary);
    double size = size_of_values(n, eigen->value, imaginary);
    eigen->fault = EG_EIGEN_FINE;
    for (int i = 0; i < n; i++)
        if (fabs(imaginary[i]) > SAME * size) {
            eigen->fault = EG_EIGEN_COMPLEX;
            eigen->wrong = eigen->value[i];
            eigen->imaginary = fabs(imaginary[i]);
            return;
        }
    for (int i = 0, times; i < n; i += times) {
        times = join_values(n, size, i, eigen->value);
        if (!find_vectors(n, m, scale, size, i, times, eigen))
            return;
    }
}

/* ---- inverse */

/* The row, at or below `at`, with the largest pivot for its size. */
static int find_row(int n, const double *m, int at, const double *size)
{
    int best = at;
    for (int i = at + 1; i < n; i++)
        if (fabs(m[i * n + at]) * size[best] > fabs(m[best * n + at]) * size[i])
            best = i;
    return best;
}

bool eg_eigen_invert(int n, const double *matrix, double *inverse)
{
    double m[N * N], size[N];
    memcpy(m, matrix, (size_t)(n * n) * sizeof *m);
    for (int i = 0; i < n; i++) {
        size[i] = 0;
        for (int j = 0; j < n; j++) {
            size[i] = fmax(size[i], fabs(m[i * n + j]));
            inverse[i * n + j] = i == j ? 1 : 0;
        }
    }
    for (int k = 0; k < n; k++) {
        int best = find_row(n, m, k, size);
        if (!(fabs(m[best * n + k]) > 1e-12 * size[best]))
            return false;
        double kept = size[k];
        size[k] = size[best];
        size[best] = kept;
        swap_places(m, n, k, best, n, 1);
        swap_places(inverse, n, k, best, n, 1);
        for (int i = 0; i < n; i++) {
            double f = i == k ? 0 : m[i * n + k] / m[k * n + k];
            for (int j = 0; j < n && f != 0; j++) {
                m[i * n + j] -= j >= k ? f * m[k * n + j] : 0;
                inverse[i * n + j] -= f * inverse[k * n + j];
            }
        }
    }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            inverse[k * n + j] /= m[k * n + k];
    return true;
}
