/* The example at the end of the C file: a program that prints what the file computes at the state
 * for which it was written. */
#include <inttypes.h>

#include "out/c/code_private.h"

static void write_array(nh_arena *arena, nh_text *text, const char *name, uint32_t count, const double *values) {
    nh_text_format(text, "    const double %s[] = {", name);
    for (uint32_t i = 0; i < count; i++)
        nh_text_format(text, "%s%s",
                       i == 0       ? ""
                       : i % 5 == 0 ? ",\n        "
                                    : ", ",
                       nh_code_double(arena, values != NULL ? values[i] : 0));
    nh_text_add(text, "};\n");
}

static void print_names(const nh_code_plan *plan, nh_text *text) {
    const nh_model *model = plan->model;
    for (uint32_t i = 0; i < plan->n; i++)
        nh_text_format(text, "    printf(\"%s'' = %%.17g\\n\", a[%s]);\n",
                       nh_name_text(model->context, model->coordinates.items[i].name), plan->coordinate[i]);
    for (uint32_t i = 0; i < plan->lagrange.rows; i++)
        nh_text_format(text, "    printf(\"%s.%s = %%.17g\\n\", %s[%s]);\n", plan->has_mu ? "mu'" : "lambda",
                       nh_name_text(model->context, model->rows.items[plan->lagrange.row[i]].name), plan->answer,
                       plan->row[i]);
}

/* Any numbers: at 0 the accelerations are those under the Chetaev condition. */
static void write_mu(const nh_code_plan *plan, nh_text *text) {
    uint32_t rows = plan->lagrange.rows > 0 ? plan->lagrange.rows : 1;
    double *half = NH_NEW_ARRAY(plan->arena, double, rows);
    for (uint32_t i = 0; i < rows; i++) half[i] = 0.5;
    write_array(plan->arena, text, "mu", rows, half);
}

void nh_code_example(const nh_code_plan *plan, nh_text *text) {
    const char *p = plan->prefix;
    size_t parameters = plan->model->parameters.count, rows = plan->lagrange.rows;
    const char *where = !plan->has_state ? "a state that you supply"
                        : plan->is_start ? "the initial state of the model"
                                         : "a random admissible state";
    nh_text_format(
        text, "#ifdef %s_MAIN\n#include <stdio.h>\n\n/* Accelerations and multipliers at %s. */\nint main(void) {\n", p,
        where);
    nh_text_format(text, "    const double t = %s;\n",
                   nh_code_double(plan->arena, plan->has_state ? plan->state.t : 0));
    write_array(plan->arena, text, "q", plan->n, plan->has_state ? plan->state.q : NULL);
    write_array(plan->arena, text, "v", plan->n, plan->has_state ? plan->state.v : NULL);
    if (plan->has_mu) write_mu(plan, text);
    nh_text_format(text, "    double p[%zu], a[%" PRIu32 "], %s[%zu];\n", parameters > 0 ? parameters : 1, plan->n,
                   plan->answer, rows > 0 ? rows : 1);
    nh_text_format(text, "    %s_parameters(p);\n", p);
    for (size_t i = 0; i < parameters; i++)
        if (plan->model->parameters.items[i].value == NH_EXPR_UNDEFINED)
            nh_text_format(text, "    p[%s] = %s; /* any number */\n", plan->parameter[i],
                           nh_code_double(plan->arena, plan->around->states != NULL
                                                           ? nh_states_parameters(plan->around->states)[i]
                                                           : 1));
    nh_text_format(text,
                   "    if (%s_accelerations(%s, a, %s) != 0) {\n"
                   "        puts(\"the accelerations are not determined there\");\n"
                   "        return 1;\n"
                   "    }\n",
                   p, nh_code_state_arguments(plan), plan->answer);
    print_names(plan, text);
    nh_text_add(text, "    return 0;\n}\n#endif\n");
}
