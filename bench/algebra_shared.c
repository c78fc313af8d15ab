#include "algebra.h"

#include <math.h>
#include <string.h>

#include "base/protect.h"
#include "bench.h"
#include "disc.h"
#include "lang/lang.h"
#include "tape/tape_private.h"

nh_model *algebra_read(nh_context *context, const char *text) {
    nh_read_def def = nh_default_read();
    nh_status status;
    nh_model *model = nh_lang_read(context, &def, text, strlen(text), &status);
    if (model == NULL) nh_raise(context, status);
    return model;
}

void algebra_disc_state(nh_random *random, double *state) {
    for (int i = 0; i < 2 * DISC_Q; i++) state[i] = nh_random_uniform(random, -1.2, 1.2);
    for (int i = 0; i < DISC_GIVEN; i++)
        state[DISC_Q + i] = disc_parameters[1] * (i == 0 ? cos(state[3]) : sin(state[3])) * state[DISC_Q + 2];
}

double algebra_difference(int count, const double *a, const double *b) {
    double largest = 0;
    for (int i = 0; i < count; i++) {
        double d = fabs(a[i] - b[i]) / (1 + fabs(a[i]));
        if (!(d <= largest)) largest = isnan(d) ? INFINITY : d;
    }
    return largest;
}

bool algebra_alone(test_body body, void *argument) {
    nh_context_def def = nh_default_context();
    nh_context *context;
    if (nh_context_create(&def, &context) != NH_OK) return false;
    nh_status status = test_protect(context, body, argument);
    size_t diags = nh_context_diag_count(context);
    if (status != NH_OK)
        bench_note("  failed: %s", diags > 0 ? nh_context_diag(context, diags - 1)->sentence : nh_status_name(status));
    nh_context_destroy(context);
    return status == NH_OK;
}

static int cost_of(uint32_t op) {
    switch (op) {
        case NH_OP_neg:
        case NH_OP_sin:
        case NH_OP_cos:
        case NH_OP_sincos: return 0;
        case NH_OP_fma:
        case NH_OP_fms:
        case NH_OP_fnma: return 2;
        default: return 1;
    }
}

algebra_operations algebra_count(const nh_tape *tape) {
    algebra_operations result = {0};
    for (uint32_t i = 0; i < tape->main.count; i++) {
        uint32_t op = tape->main.instr[i].op;
        *(i < tape->main.prelude ? &result.of_parameters : &result.with_state) += cost_of(op);
        result.functions += op == NH_OP_sincos ? 2 : op == NH_OP_sin || op == NH_OP_cos;
    }
    return result;
}

nh_reduced algebra_reduce(nh_arena *arena, nh_model *model) {
    nh_equations *equations = nh_chetaev_derive(model, arena);
    uint32_t *row = NH_NEW_ARRAY(arena, uint32_t, equations->rows + 1);
    for (uint32_t j = 0; j < equations->rows; j++) row[j] = j;
    return nh_reduce(arena, equations, equations->rows, row, NH_PURPOSE_MOTION, true);
}

size_t algebra_coefficients(const nh_reduced *r, nh_expr *list) {
    size_t size = r->unknowns, count = 0;
    for (size_t k = 0; k < size; k++)
        for (size_t i = k; i < size; i++) list[count++] = r->matrix[i + k * size];
    for (size_t i = 0; i < size; i++) list[count++] = r->side[i];
    return count;
}
