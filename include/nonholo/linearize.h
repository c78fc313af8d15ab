/* Linearised equations at a steady motion, and its stability.
 *
 *     nh_linearize_def def = nh_default_linearize();
 *     nh_linearize *linear;
 *     if (nh_linearize_make(model, &def, &linear) != NH_OK) ...
 *     const nh_linearize_info *info = nh_linearize_get(linear);
 *     ... info->A, info->eigenvalue[i].re, info->verdict ...
 *     nh_linearize_destroy(linear);
 *
 * The state is the initial state of the model. It must belong to a steady motion: independent coordinates are at rest,
 * except ignorable ones, on which nothing depends and which move at constant rates. docs/steady.md has the theory. */
#ifndef NONHOLO_LINEARIZE_H
#define NONHOLO_LINEARIZE_H

#include <nonholo/model.h>
#include <nonholo/print.h>

NH_BEGIN

typedef struct nh_linearize nh_linearize;

#define NH_LINEARIZE_DIGITS_MAX 100

/* Options. Always start from nh_default_linearize(). */
typedef struct nh_linearize_def {
    nh_strings independent; /* coordinates whose velocities are to be independent; the others are chosen */
    size_t steady;  /* not 0: in place of the initial state the steady motion of this number in <nonholo/steady.h> */
    size_t starts;  /* random states of that search; default 40 */
    int digits;     /* of eigenvalues in text, 1 .. NH_LINEARIZE_DIGITS_MAX; default 15 */
    bool formulas;  /* the matrices as formulas, too */
    uint32_t magic; /* set by nh_default_linearize; a def without it is rejected */
} nh_linearize_def;

NH_API nh_linearize_def nh_default_linearize(void);

/* Returns NH_E_HYPOTHESIS, with a diagnostic, when the initial state is not steady ("not-steady": it says which
 * velocities and accelerations are not 0, and how large they are), is a singular configuration, or the time occurs in
 * the equations; NH_E_MODEL when there is no initial state or a parameter has no value; NH_E_USAGE when def is wrong or
 * names velocities that cannot be independent; NH_E_UNSUPPORTED for more than 200 coordinates. *linear is then NULL.
 * The model must outlive the result. */
NH_API nh_status nh_linearize_make(const nh_model *model, const nh_linearize_def *def, nh_linearize **linear);
NH_API void nh_linearize_destroy(nh_linearize *linear); /* accepts NULL */

/* What is known about stability; except for "unstable" from weak to strong. */
typedef enum nh_stability {
    NH_STABILITY_UNDECIDED, /* an eigenvalue may or may not have a positive real part, or be 0 without a known reason */
    NH_STABILITY_UNSTABLE,  /* an eigenvalue has a positive real part */
    NH_STABILITY_SPECTRAL,  /* none has, and some lie on the imaginary axis: the linearised equations do not decide */
    NH_STABILITY_STABLE,    /* stable: the energy has a strict minimum, or all states around are steady */
    NH_STABILITY_ASYMPTOTIC, /* all have negative real parts, those of the family excepted: motions that begin nearby
                                tend to the steady motion, or to a neighbouring one of its family */
} nh_stability;

/* An eigenvalue, or a cluster of several that could not be separated. */
typedef struct nh_eigenvalue {
    double re, im;                 /* the middle of the enclosure, rounded */
    double radius;                 /* none of its eigenvalues is further away; 0: exact */
    size_t multiplicity;           /* how many there are in the enclosure */
    bool is_real;                  /* im is exactly 0 */
    bool is_on_axis;               /* re is exactly 0 */
    bool is_explained;             /* it is 0 for the reasons in nh_linearize_info.zero */
    const char *re_text, *im_text; /* certified digits; "[+/- 1e-9]" where there is none */
} nh_eigenvalue;

/* A complex number, enclosed. */
typedef struct nh_mode_part {
    double re, im;                 /* the middle of the enclosure, rounded */
    double radius;                 /* 0: exact */
    bool is_real;                  /* im is exactly 0 */
    const char *re_text, *im_text; /* certified digits; "[+/- 1e-9]" where there is none */
} nh_mode_part;

/* The eigenvector u of a simple eigenvalue: z = Re(c u e^(lambda t)) solves z' = A z for every complex number c. */
typedef struct nh_mode {
    size_t eigenvalue;        /* its number in nh_linearize_info; of conjugates the one with im > 0 */
    const nh_mode_part *part; /* one for each of nh_linearize_info.states */
    size_t largest;           /* the part that is 1: of the first nh_linearize_info.shape ones about the largest */
} nh_mode;

/* Matrices as formulas in the parameters, row by row, as text and as LaTeX. They agree with the certified numbers at
 * the steady motion. */
typedef struct nh_linear_formulas {
    const char *why; /* NULL: there they are; else why not, and nothing else is set */
    /* Coordinates, velocities, accelerations and multipliers whose values at the motion are no formula: they occur in
     * the matrices by their names. */
    size_t symbols;
    const char *const *symbol;
    /* size: of M, C, K, in the coordinates of nh_linearize_info; or of A, in its states */
    size_t size;
    const char *const *M, *const *C, *const *K; /* NULL without a form of second order */
    const char *const *A;                       /* NULL with one */
    const char *const *M_latex, *const *C_latex, *const *K_latex, *const *A_latex;
    const char *code; /* a C file that computes them from the parameters and the symbols; it needs nothing else */
} nh_linear_formulas;

/* Matrices are given row by row; their numbers are those of enclosures, rounded. */
typedef struct nh_linearize_info {
    const char *kind;    /* "equilibrium" or "steady motion" */
    const double *state; /* t, coordinates, velocities */
    double moved;        /* its largest difference from the initial state as given, relative to 1 + the size */
    /* M x'' + C x' + K x = 0 in these coordinates; 0: there is no such form. */
    size_t coordinates;
    const char *const *coordinate;
    const double *M, *C, *K;
    /* z' = A z, where z are the coordinates except ignorable ones, and the velocities. */
    size_t states;
    const char *const *state_name;
    const double *A;
    /* All eigenvalues: of A, and 0 once for each ignorable coordinate. In ascending order of the real parts; a 0 that
     * is explained is one entry of the list, with its multiplicity. */
    size_t eigenvalues;
    const nh_eigenvalue *eigenvalue;
    /* Eigenvectors, in the order of the eigenvalues. A cluster has none, nor has an explained 0. Only nh_linearize_make
     * finds them. */
    size_t modes;
    const nh_mode *mode;
    size_t shape; /* states that show what a mode is, the first ones: coordinates, else, without M, C, K, all */
    size_t zeros; /* the multiplicity of 0 that is explained, and why, once each */
    const char *const *zero;
    size_t ignorables; /* coordinates on which nothing depends */
    const char *const *ignorable;
    size_t family; /* coordinates and velocities by whose values neighbouring steady motions differ */
    const char *const *family_name;
    nh_stability stability;
    /* "unstable", "spectrally stable", "stable (by energy)", "stable (by family)", "asymptotically stable", "undecided"
     */
    const char *verdict;
    const char *reason;                 /* a sentence */
    const nh_linear_formulas *formulas; /* NULL: not asked for */
} nh_linearize_info;

NH_API const nh_linearize_info *nh_linearize_get(const nh_linearize *linear);
NH_API nh_status nh_linearize_print(nh_linearize *linear, nh_print_as as, const char **text);
/* The matrices as formulas: displayed, for amsmath, or as a C file. NH_E_HYPOTHESIS where there are none. */
NH_API nh_status nh_linearize_print_latex(nh_linearize *linear, const char **text);
NH_API nh_status nh_linearize_print_code(nh_linearize *linear, const char **text);

NH_END

#endif
