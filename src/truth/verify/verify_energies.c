/* E_star, E_quasi and the terms of the balances of all energies, which claims name: form/balance.h. The choice of
 * velocities is that of the names; where it changes the value the model has to say it. */
#include <string.h>

#include "form/formulation/hamel.h"
#include "model/inputs.h"
#include "truth/verify/verify_private.h"

/* Whether the model names all independent velocities of the choice. */
static bool is_named(const nh_verifier *v, const nh_explicit *choice) {
    const nh_model *model = v->model;
    size_t found = 0;
    for (size_t i = 0; i < model->independents.count; i++)
        for (uint32_t j = 0; j < choice->m; j++)
            found += model->independents.items[i].coordinate == choice->independent[j];
    return found == choice->m;
}

bool nh_verify_choice_is_determined(const nh_verifier *v, const nh_explicit *choice) {
    bool is_homogeneous = true;
    for (uint32_t j = 0; j < v->rows; j++)
        is_homogeneous = is_homogeneous && (nh_equations_is_workless(v->chetaev, j) ||
                                            v->model->rows.items[v->chetaev->row[j]].has_accelerations);
    return is_homogeneous || choice->k == 0 || is_named(v, choice);
}

/* The balance of "E", "E_star" or "E_quasi", made once; NULL, and *why. */
static const nh_balance *balance_of(nh_verifier *v, nh_claim_names *names, const char *energy, size_t length,
                                    const char **why) {
    bool is_star = strncmp(energy, "E_star", length) == 0, is_own = length == 1;
    const nh_balance **kept = is_own ? &names->E : is_star ? &names->E_star : &names->E_quasi;
    if (*kept != NULL) return *kept;
    if (is_own) *kept = nh_balance_of_energy(v->model, v->arena);
    else if (is_star) *kept = nh_balance_of_restricted(v->model, v->arena, names->choice, why);
    else *kept = nh_hamel_balance(v->model, v->arena, names->choice, why);
    if (*kept == NULL && is_star) *why = "the derivatives of the dependent velocities are too long";
    return *kept;
}

nh_expr nh_verify_energy(nh_verifier *v, nh_claim_names *names, const char *name, const char **why) {
    size_t length = strcspn(name, ".");
    bool is_quasi = strncmp(name, "E_quasi", length) == 0 && length > 1;
    /* with as many quasi-velocities as degrees of freedom the choice does not matter */
    bool is_determined = length == 1 || (is_quasi ? v->model->quasis.count == names->choice->m
                                                  : nh_verify_choice_is_determined(v, names->choice));
    if (!is_determined && !(is_quasi && is_named(v, names->choice))) {
        *why =
            "it depends on which velocities are independent, and the model does not say; add an independent statement";
        return NH_EXPR_UNDEFINED;
    }
    const nh_balance *balance = balance_of(v, names, name, length, why);
    if (balance == NULL) return NH_EXPR_UNDEFINED;
    if (name[length] == '\0') return balance->energy;
    return nh_balance_part(balance,
                           strcmp(name + length + 1, "quasi_velocities") == 0 ? "quasi-velocities" : name + length + 1);
}
