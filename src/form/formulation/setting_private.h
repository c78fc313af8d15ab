/* The settings of the modified vakonomic equations: which of three equations, and which transposition
 * matrix Omega = (omega_hj).
 *
 * A formulation is named with its settings after colons, in any order, each once, each may be missing:
 * vakonomic-modified, vakonomic-modified:imposed, vakonomic-modified:mass:variational. */
#ifndef NH_FORM_FORMULATION_SETTING_PRIVATE_H
#define NH_FORM_FORMULATION_SETTING_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nh_variant {
#define VARIANT(NAME, word) NH_VARIANT_##NAME,
#include "form/formulation/settings.def"
    NH_VARIANTS
} nh_variant;

typedef enum nh_omega {
#define OMEGA(NAME, word, what) NH_OMEGA_##NAME,
#include "form/formulation/settings.def"
    NH_OMEGA_USUAL, /* not said: that of the model where it has one, else the least with D1 g = 0 */
    NH_OMEGAS
} nh_omega;

/* The matrices that are computed are dense. */
enum { NH_OMEGA_COORDINATES_MAX = 200 };

typedef struct nh_setting {
    nh_variant variant;
    nh_omega omega;
} nh_setting;

const char *nh_variant_word(nh_variant variant);
const char *nh_omega_word(nh_omega omega);
/* What the matrix is, in words. */
const char *nh_omega_meaning(nh_omega omega);
/* Whether p Omega = 0 is among the conditions, and whether they are asked on the kernel of A only. */
static inline bool nh_omega_has_60(nh_omega kind) {
    return kind == NH_OMEGA_LEAST60 || kind == NH_OMEGA_KERNEL60;
}
static inline bool nh_omega_is_on_kernel(nh_omega kind) {
    return kind == NH_OMEGA_KERNEL || kind == NH_OMEGA_KERNEL60;
}
/* How many of the n x n entries the conditions of a setting leave open, for this many independent rows: those that
 * the least norm decides. */
uint32_t nh_omega_free(nh_omega omega, uint32_t n, uint32_t rows);
/* What a word sets. */
typedef enum nh_setting_sort {
    NH_SETTING_NONE,
    NH_SETTING_VARIANT,
    NH_SETTING_OMEGA,
    NH_SETTING_SORTS
} nh_setting_sort;
/* Reads one word of this many bytes into the setting. */
nh_setting_sort nh_setting_read(nh_setting *setting, const char *word, size_t length);

#endif
