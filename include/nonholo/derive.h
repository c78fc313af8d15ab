/* Derivation: the equations of motion of a model, as a paper would print them.
 *
 *     nh_derive_def def = nh_default_derive();
 *     nh_derive *derivation;
 *     def.form = "voronec";
 *     if (nh_derive_make(model, &def, &derivation) != NH_OK) ...
 *     const char *text;
 *     if (nh_derive_print(derivation, NH_DERIVE_LATEX, &text) == NH_OK) puts(text);
 *     nh_derive_destroy(derivation);
 *
 * A derivation contains the constraints, their explicit form, the variables of the formulation, abbreviations, named
 * coefficients, the equations, the differentiated constraints where multipliers are unknowns, and the assumptions.
 * Parameters stay symbolic. Functions in C for the same equations are made by <nonholo/export.h>. */
#ifndef NONHOLO_DERIVE_H
#define NONHOLO_DERIVE_H

#include <nonholo/model.h>

NH_BEGIN

typedef struct nh_derive nh_derive;

/* Options of a derivation. Always start from nh_default_derive(). */
typedef struct nh_derive_def {
    const char *form; /* the formulation; default NULL: chetaev; "all": all that apply, one after the other */
    uint64_t
        seed; /* for the random state at which rows and velocities are chosen when the model has no initial state */
    /* For "all": omit a formulation, other than chetaev, that takes more work than this; default 0: no limit. */
    uint64_t work;
    /* Components also where the equations could be vectors, or would fill pages: else they are told by what they are
     * made from, and JSON and claims have no equations there. */
    bool components;
    uint32_t magic; /* set by nh_default_derive; a def without it is rejected */
} nh_derive_def;

NH_API nh_derive_def nh_default_derive(void);

typedef enum nh_derive_as {
    NH_DERIVE_TEXT = 0,       /* the notation of the language; expressions can be read back */
    NH_DERIVE_LATEX = 1,      /* a fragment, for amsmath or KaTeX */
    NH_DERIVE_STANDALONE = 2, /* the same as a document */
    NH_DERIVE_JSON = 3,       /* one object; for "all" a list of objects */
    NH_DERIVE_CLAIMS = 4,     /* claims, as statements of the language for nh_read_def.more; one formulation only */
} nh_derive_as;

/* Derives the equations. Returns NH_E_USAGE when def is wrong or the formulation is unknown, NH_E_HYPOTHESIS with a
 * diagnostic when it does not apply, NH_E_INTERRUPT or NH_E_LIMIT when interrupted or at a limit; *derivation is then
 * NULL. The model must outlive the derivation. */
NH_API nh_status nh_derive_make(const nh_model *model, const nh_derive_def *def, nh_derive **derivation);
NH_API void nh_derive_destroy(nh_derive *derivation); /* accepts NULL */

/* Prints the equations. *text lives as long as the derivation; NULL when the status is not NH_OK. Returns
 * NH_E_UNSUPPORTED with a diagnostic for what does not exist: claims of all formulations, or of one that has other
 * motions than the Chetaev condition gives. */
NH_API nh_status nh_derive_print(nh_derive *derivation, nh_derive_as as, const char **text);

NH_END

#endif
