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
 * A sheet has the constraints, their explicit form, the variables of the formulation, abbreviations, named
 * coefficients, the equations, the constraints differentiated where multipliers are unknown too, and what was assumed.
 * Parameters stay symbols. As C the equations are functions for accelerations and multipliers (docs/code.md). */
#ifndef NONHOLO_DERIVE_H
#define NONHOLO_DERIVE_H

#include <nonholo/model.h>

NH_BEGIN

typedef struct nh_derive nh_derive;

/* What a derivation is made with. Always start from nh_default_derive(). */
typedef struct nh_derive_def {
    const char *form; /* the formulation; NULL: chetaev; "all": every one that applies, one after the other */
    uint64_t seed;    /* of the random state at which rows and velocities are chosen, where the model has no start */
    /* Of "all": a formulation behind the first one, chetaev, that takes more work is left out; 0,
     * the default: no bound. */
    uint64_t work;
    bool is_code;   /* C alone will be asked for, which takes no readable equations; false unless given */
    uint32_t magic; /* set by nh_default_derive; a def without it is refused */
} nh_derive_def;

NH_API nh_derive_def nh_default_derive(void);

typedef enum nh_derive_as {
    NH_DERIVE_TEXT = 0,       /* the notation of the language; every expression can be read back */
    NH_DERIVE_LATEX = 1,      /* a fragment, for amsmath or KaTeX */
    NH_DERIVE_STANDALONE = 2, /* the same as a document */
    NH_DERIVE_JSON = 3,       /* one object; of "all" a list of them */
    NH_DERIVE_C = 4,          /* functions in C; of one formulation */
    NH_DERIVE_CLAIMS =
        5, /* statements of the language, a claim for each line, for nh_read_def: more; of one formulation */
} nh_derive_as;

/* NH_E_USAGE when def is wrong or there is no such formulation; NH_E_HYPOTHESIS when it does not apply: a diagnostic
 * says which hypothesis fails; *derivation is then NULL. NH_E_INTERRUPT and NH_E_LIMIT end it without a result. The
 * model must live as long as the derivation. */
NH_API nh_status nh_derive_make(const nh_model *model, const nh_derive_def *def, nh_derive **derivation);
NH_API void nh_derive_destroy(nh_derive *derivation); /* accepts NULL */

/* *text lives as long as the derivation; NULL when the status is not NH_OK. NH_E_UNSUPPORTED, with a diagnostic, when
 * it cannot be written so: too large a system as C, all formulations as C, anything but C where def said so. */
NH_API nh_status nh_derive_print(nh_derive *derivation, nh_derive_as as, const char **text);

NH_END

#endif
