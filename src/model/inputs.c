#include "model/inputs.h"

#include <string.h>

#include "base/text/text.h"
#include "model/values.h"

enum { LOOP_FROM = 16 }; /* members of a family that are worth a loop */

nh_tape_def nh_model_tape_over(const nh_model *model, nh_arena *arena, size_t inputs, const nh_expr *input,
                               size_t outputs, const nh_expr *output) {
    return (nh_tape_def){.input_count = (uint32_t)inputs,
                         .inputs = input,
                         .parameter_count = (uint32_t)model->parameters.count,
                         .parameters = nh_model_parameter_symbols(model, arena),
                         .output_count = (uint32_t)outputs,
                         .outputs = output,
                         .loop_from = LOOP_FROM};
}

nh_tape_def nh_model_tape_def(const nh_model *model, nh_arena *arena, bool with_accelerations, size_t outputs,
                              const nh_expr *output) {
    size_t n = model->coordinates.count, count = (with_accelerations ? 3 : 2) * n + 1;
    nh_expr *inputs = NH_NEW_ARRAY(arena, nh_expr, count);
    inputs[0] = model->time;
    memcpy(inputs + 1, nh_model_coordinates(model, arena), n * sizeof *inputs);
    memcpy(inputs + 1 + n, nh_model_velocities(model, arena), n * sizeof *inputs);
    if (with_accelerations) memcpy(inputs + 1 + 2 * n, nh_model_accelerations(model, arena), n * sizeof *inputs);
    return nh_model_tape_over(model, arena, count, inputs, outputs, output);
}

nh_expr nh_model_momentum_symbol(const nh_model *model, nh_arena *arena, uint32_t coordinate) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "momentum(%s)", nh_name_text(model->context, model->coordinates.items[coordinate].name));
    return nh_expr_symbol_text(model->pool, NH_ROLE_QUASI, nh_text_string(&text));
}

nh_expr *nh_model_formula_arguments(const nh_model *model, nh_arena *arena, bool has_variables, uint32_t *count) {
    uint32_t n = (uint32_t)model->coordinates.count, quasis = has_variables ? (uint32_t)model->quasis.count : 0;
    uint32_t parameters = (uint32_t)model->parameters.count;
    nh_expr *list = NH_NEW_ARRAY(arena, nh_expr, 1 + 3 * (size_t)n + quasis + parameters);
    list[0] = model->time;
    for (uint32_t i = 0; i < n; i++) {
        list[1 + i] = model->coordinates.items[i].q;
        list[1 + n + i] = model->coordinates.items[i].v;
        list[1 + 2 * n + i] = has_variables ? nh_model_momentum_symbol(model, arena, i)
                                            : nh_expr_dot(model->pool, model->coordinates.items[i].v);
    }
    for (uint32_t i = 0; i < quasis; i++) list[1 + 3 * n + i] = model->quasis.items[i].symbol;
    for (uint32_t i = 0; i < parameters; i++) list[1 + 3 * n + quasis + i] = model->parameters.items[i].symbol;
    *count = 1 + 3 * n + quasis + parameters;
    return list;
}

static const char *const explicit_heads[] = {"alpha", "alphabar", "sigma"};

enum { EXPLICIT_HEADS = sizeof explicit_heads / sizeof *explicit_heads };

bool nh_model_is_explicit_head(const char *head) {
    for (int i = 0; i < EXPLICIT_HEADS; i++)
        if (strcmp(head, explicit_heads[i]) == 0) return true;
    return false;
}

bool nh_model_is_explicit_name(const char *name) {
    size_t length = strcspn(name, ".");
    for (int i = 0; i < EXPLICIT_HEADS && name[length] != '\0'; i++)
        if (strncmp(name, explicit_heads[i], length) == 0 && explicit_heads[i][length] == '\0') return true;
    return false;
}

bool nh_model_is_chosen_energy(const char *name) {
    return strcmp(name, "E_star") == 0 || strcmp(name, "E_quasi") == 0;
}

bool nh_model_is_energy_part(const char *name) {
    static const char *const causes[] = {"forces", "geometry", "potential", "constraints", "quasi_velocities"};
    static const struct {
        const char *energy;
        size_t causes;
    } energies[] = {{"E", 4}, {"E_star", 4}, {"E_quasi", 5}};
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof energies / sizeof *energies && name[length] != '\0'; i++) {
        if (strncmp(energies[i].energy, name, length) != 0 || energies[i].energy[length] != '\0') continue;
        for (size_t k = 0; k < energies[i].causes; k++)
            if (strcmp(causes[k], name + length + 1) == 0) return true;
    }
    return false;
}

bool nh_model_formula_has_variables(const char *name) {
    enum { VELOCITIES, VARIABLES };
    static const struct {
        const char *name;
        bool has_variables;
    } formulations[] = {
#define FORM(name, arguments, ...) {name, (arguments) == VARIABLES},
#include "model/forms.def"
#undef FORM
    };
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof formulations / sizeof *formulations && name[length] == '.'; i++)
        if (strncmp(formulations[i].name, name, length) == 0 && formulations[i].name[length] == '\0')
            return formulations[i].has_variables;
    return false;
}
