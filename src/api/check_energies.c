/* The energies of a model in words. */
#include "api/check_private.h"
#include "base/text/text.h"
#include "form/energies.h"

/* "forces, constraints": the causes of which it is known, or not, that they are there; NULL: none. */
static const char *list_causes(nh_arena *arena, const nh_energy_answer *answer, nh_truth wanted) {
    nh_text text = nh_text_begin(arena);
    for (size_t i = 0; i < answer->causes.count; i++)
        if (answer->causes.items[i].is_there.truth == wanted)
            nh_text_format(&text, "%s%s", text.length > 0 ? ", " : "", answer->causes.items[i].name);
    return text.length > 0 ? nh_text_string(&text) : NULL;
}

const nh_check_energy *nh_check_find_energies(nh_arena *arena, const nh_analysis *x, size_t *count) {
    const nh_energy_answers found = nh_energies_find(arena, x);
    nh_check_energy *list = NH_NEW_ARRAY(arena, nh_check_energy, found.count + 1);
    for (size_t i = 0; i < found.count; i++) {
        const nh_energy_answer *answer = &found.items[i];
        list[i] = (nh_check_energy){.name = answer->name,
                                    .independent = answer->choice,
                                    .equals_E = answer->is_E,
                                    .conserved = answer->conserved,
                                    .changed_by = list_causes(arena, answer, NH_YES),
                                    .perhaps_by = list_causes(arena, answer, NH_UNKNOWN),
                                    .other_conserved = answer->other,
                                    .other_independent = answer->other_choice};
    }
    *count = found.count;
    return list;
}
