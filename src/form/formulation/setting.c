#include "form/formulation/setting_private.h"

#include <string.h>

#include "base/assert.h"

static const char *const variants[] = {
#define VARIANT(NAME, word) word,
#include "form/formulation/settings.def"
};

static const struct {
    const char *word, *what;
} omegas[] = {
#define OMEGA(NAME, word, what) {word, what},
#include "form/formulation/settings.def"
    {"", "as the model gives it, or the least one with D1 g = 0"},
};

const char *nh_variant_word(nh_variant variant) {
    NH_ASSERT(variant < NH_VARIANTS);
    return variants[variant];
}

const char *nh_omega_word(nh_omega omega) {
    NH_ASSERT(omega < NH_OMEGAS);
    return omegas[omega].word;
}

const char *nh_omega_meaning(nh_omega omega) {
    NH_ASSERT(omega < NH_OMEGAS);
    return omegas[omega].what;
}

static bool is_word(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

nh_setting_sort nh_setting_read(nh_setting *setting, const char *word, size_t length) {
    for (int i = 0; i < NH_VARIANTS; i++)
        if (is_word(variants[i], word, length)) {
            setting->variant = (nh_variant)i;
            return NH_SETTING_VARIANT;
        }
    for (int i = 0; i < NH_OMEGA_USUAL; i++)
        if (is_word(omegas[i].word, word, length)) {
            setting->omega = (nh_omega)i;
            return NH_SETTING_OMEGA;
        }
    return NH_SETTING_NONE;
}

uint32_t nh_omega_free(nh_omega omega, uint32_t n, uint32_t rows) {
    NH_ASSERT(omega < NH_OMEGAS && rows <= n);
    uint32_t slopes = rows + (nh_omega_has_60(omega) ? 1 : 0);
    uint32_t rank = slopes < n ? slopes : n;
    switch (omega) {
        case NH_OMEGA_LEAST:
        case NH_OMEGA_LEAST60: return n * (n - rank);
        case NH_OMEGA_KERNEL:
        case NH_OMEGA_KERNEL60: return n * n - rank * (n - rows);
        case NH_OMEGA_MODEL:
        case NH_OMEGA_ZERO:
        case NH_OMEGA_MASS:
        case NH_OMEGA_USUAL:
        case NH_OMEGAS: return 0;
    }
    return 0;
}
