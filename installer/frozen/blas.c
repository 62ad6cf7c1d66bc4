/* The products of matrices that NumPy asks of a BLAS library: all that the program needs of the 26 MB that its wheel brings.

   Plain loops, whose sums are made in the same order on every machine. Integers have 64 bits, names are those of NumPy's
   wheel; `installer/slim.py` adds the names of LAPACK, each of which ends the program in a sentence. */

#include <complex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int64_t whole;
enum { ROWS = 101, PLAIN = 111, CONJUGATED = 113, UPPER = 121 };

void qtwar_no_linear_algebra(void) {
    fputs("QtWar's own program does not solve equations: NumPy's linear algebra was left out of it.\n", stderr);
    abort();
}

/* Where a step leads in a vector whose stride is negative: it begins at its end. */
#define START(n, step) ((step) < 0 ? (1 - (n)) * (step) : 0)

#define KIND(T, LETTER, GIVEN, VALUE, CONJ)                                                                              \
    void scipy_cblas_##LETTER##axpy64_(whole n, GIVEN alpha, const T *x, whole dx, T *y, whole dy) {                     \
        T a = VALUE(T, alpha);                                                                                           \
        for (whole i = 0, p = START(n, dx), q = START(n, dy); i < n; i++, p += dx, q += dy) y[q] += a * x[p];            \
    }                                                                                                                    \
    void scipy_cblas_##LETTER##gemm64_(int order, int ta, int tb, whole m, whole n, whole depth, GIVEN alpha,            \
                                       const T *a, whole la, const T *b, whole lb, GIVEN beta, T *c, whole lc) {         \
        T f = VALUE(T, alpha), g = VALUE(T, beta);                                                                       \
        int rows = order == ROWS;                                                                                        \
        whole ai = (ta == PLAIN) == rows ? la : 1, ak = (ta == PLAIN) == rows ? 1 : la;                                  \
        whole bk = (tb == PLAIN) == rows ? lb : 1, bj = (tb == PLAIN) == rows ? 1 : lb;                                  \
        whole ci = rows ? lc : 1, cj = rows ? 1 : lc;                                                                    \
        for (whole i = 0; i < m; i++) {                                                                                  \
            T *to = c + i * ci;                                                                                          \
            for (whole j = 0; j < n; j++) to[j * cj] = g == 0 ? 0 : g * to[j * cj];                                      \
            for (whole k = 0; k < depth; k++) {                                                                          \
                T left = a[i * ai + k * ak];                                                                             \
                const T *from = b + k * bk;                                                                              \
                left = f * (ta == CONJUGATED ? CONJ(left) : left);                                                       \
                if (tb == CONJUGATED)                                                                                    \
                    for (whole j = 0; j < n; j++) to[j * cj] += left * CONJ(from[j * bj]);                               \
                else if (bj == 1 && cj == 1)                                                                             \
                    for (whole j = 0; j < n; j++) to[j] += left * from[j];                                               \
                else                                                                                                     \
                    for (whole j = 0; j < n; j++) to[j * cj] += left * from[j * bj];                                     \
            }                                                                                                            \
        }                                                                                                                \
    }                                                                                                                    \
    void scipy_cblas_##LETTER##gemv64_(int order, int ta, whole m, whole n, GIVEN alpha, const T *a, whole la,           \
                                       const T *x, whole dx, GIVEN beta, T *y, whole dy) {                               \
        T f = VALUE(T, alpha), g = VALUE(T, beta);                                                                       \
        int across = (ta == PLAIN) == (order == ROWS);                                                                   \
        whole out = ta == PLAIN ? m : n, in = ta == PLAIN ? n : m;                                                       \
        whole ai = across ? la : 1, ak = across ? 1 : la;                                                                \
        for (whole i = 0, q = START(out, dy); i < out; i++, q += dy) {                                                   \
            T sum = 0;                                                                                                   \
            for (whole k = 0, p = START(in, dx); k < in; k++, p += dx) {                                                 \
                T left = a[i * ai + k * ak];                                                                             \
                sum += (ta == CONJUGATED ? CONJ(left) : left) * x[p];                                                    \
            }                                                                                                            \
            y[q] = f * sum + (g == 0 ? 0 : g * y[q]);                                                                    \
        }                                                                                                                \
    }                                                                                                                    \
    void scipy_cblas_##LETTER##syrk64_(int order, int half, int ta, whole n, whole depth, GIVEN alpha, const T *a,       \
                                       whole la, GIVEN beta, T *c, whole lc) {                                           \
        T f = VALUE(T, alpha), g = VALUE(T, beta);                                                                       \
        int rows = order == ROWS, upper = half == UPPER;                                                                 \
        whole ai = (ta == PLAIN) == rows ? la : 1, ak = (ta == PLAIN) == rows ? 1 : la;                                  \
        whole ci = rows ? lc : 1, cj = rows ? 1 : lc;                                                                    \
        for (whole i = 0; i < n; i++)                                                                                    \
            for (whole j = upper ? i : 0; j < (upper ? n : i + 1); j++) {                                                \
                T sum = 0;                                                                                               \
                for (whole k = 0; k < depth; k++) sum += a[i * ai + k * ak] * a[j * ai + k * ak];                        \
                c[i * ci + j * cj] = f * sum + (g == 0 ? 0 : g * c[i * ci + j * cj]);                                    \
            }                                                                                                            \
    }

#define SUM(T, FIRST)                                                                                                    \
    T sum = 0;                                                                                                           \
    for (whole i = 0, p = START(n, dx), q = START(n, dy); i < n; i++, p += dx, q += dy) sum += FIRST(x[p]) * y[q];

#define DOT(T, NAME)                                                                                                     \
    T scipy_cblas_##NAME##64_(whole n, const T *x, whole dx, const T *y, whole dy) { SUM(T, ITSELF) return sum; }

#define DOT_TO(T, NAME, FIRST)                                                                                           \
    void scipy_cblas_##NAME##64_(whole n, const T *x, whole dx, const T *y, whole dy, T *to) { SUM(T, FIRST) *to = sum; }

#define ITSELF(value) (value)
#define BY_VALUE(T, given) (given)
#define BY_PLACE(T, given) (*(const T *)(given))

KIND(float, s, float, BY_VALUE, ITSELF)
KIND(double, d, double, BY_VALUE, ITSELF)
KIND(float complex, c, const void *, BY_PLACE, conjf)
KIND(double complex, z, const void *, BY_PLACE, conj)
DOT(float, sdot)
DOT(double, ddot)
DOT_TO(float complex, cdotu_sub, ITSELF)
DOT_TO(double complex, zdotu_sub, ITSELF)
DOT_TO(float complex, cdotc_sub, conjf)
DOT_TO(double complex, zdotc_sub, conj)
