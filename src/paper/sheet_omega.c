/* The transposition matrix of the modified vakonomic equations on a sheet: what it is, how much of it is open, and its
 * entries in closed form where that is not too long. */
#include "base/assert.h"
#include "expr/inspect.h"
#include "form/omega.h"
#include "model/variation.h"
#include "paper/sheet_private.h"

/* Longer entries say less than the conditions do. */
enum { MOST_LENGTH = 120, MOST_COORDINATES = 8 };

typedef struct closure {
    nh_sheet_job *job;
    nh_expr *omega;     /* n x n; NULL: not found */
    bool is_impossible; /* there is none, except for special states */
} closure;

static void find_closed(void *argument) {
    closure *c = argument;
    nh_sheet_job *job = c->job;
    const nh_expr *found =
        nh_omega_close(job->model, job->arena, job->e->setting.omega, job->a->redundant, &c->is_impossible);
    if (found == NULL) return;
    nh_expr *omega = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->n * job->n);
    for (size_t i = 0; i < (size_t)job->n * job->n; i++) {
        omega[i] = nh_sheet_settle(job, found[i]);
        if (nh_expr_length(job->pool, omega[i]) > MOST_LENGTH) return;
    }
    c->omega = omega;
}

/* Whether the accelerations are Chetaev's, whatever mu is: [Algebraic] (61), and for equations with p Omega in them
 * (60) on the displacements. */
static bool is_chetaev(nh_setting setting) {
    bool has_61 = setting.omega != NH_OMEGA_MODEL && setting.omega != NH_OMEGA_ZERO;
    bool is_plain = setting.variant == NH_VARIANT_IMPOSED && setting.omega == NH_OMEGA_ZERO;
    return is_plain || (has_61 && (setting.variant == NH_VARIANT_ALGEBRAIC || nh_omega_has_60(setting.omega)));
}

static void note_motion(nh_sheet_job *job, nh_setting setting) {
    nh_sheet_note(job, "The multipliers mu are functions of time with free initial values. %s",
                  is_chetaev(setting)
                      ? "With this matrix Omega the accelerations are those under the Chetaev condition for every mu."
                      : "The motion need not be that under the Chetaev condition.");
}

static bool has_acceleration(const nh_sheet_job *job) {
    bool found = false;
    for (size_t i = 0; i < (size_t)job->n * job->n; i++)
        found |= nh_expr_has(job->pool, job->e->omega[i], NH_HAS_ACCELERATION);
    return found;
}

/* "It is the least one with D1 g = 0: 6 of its 9 entries are open." */
static void note_matrix(nh_sheet_job *job, nh_omega kind) {
    uint32_t open = nh_omega_free(kind, job->n, job->a->rank), all = job->n * job->n;
    if (open > 0)
        nh_sheet_note(job, "Omega = (omega[h,j]) is %s: the conditions leave %u of its %u entries open.",
                      nh_omega_meaning(kind), open, all);
    else nh_sheet_note(job, "Omega = (omega[h,j]) is %s.", nh_omega_meaning(kind));
    nh_variation x = nh_variation_derive(job->model, job->arena);
    if (kind == NH_OMEGA_MODEL && has_acceleration(job))
        nh_sheet_note(job, job->e->is_implicit
                               ? "Accelerations in Omega are those of the motion itself. The equations are not linear "
                                 "in them: of several solutions, the one that Newton's method finds from the "
                                 "accelerations under the Chetaev condition is used."
                               : "Accelerations in Omega are those of the motion itself.");
    else if (x.is_twisted && job->e->omegas > 0)
        nh_sheet_note(job, "Accelerations in Omega are those of the motion under the Chetaev condition.");
}

static size_t count_entries(const nh_expr *omega, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n * n; i++) count += omega[i] != NH_EXPR_ZERO;
    return count;
}

static void strike_parts(nh_sheet_job *job, nh_sheet_side *side, uint32_t count, const nh_expr *zeros,
                         const nh_expr *by) {
    uint32_t left = 0;
    nh_expr *parts = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)side->count + 1);
    for (uint32_t i = 0; i < side->count; i++) {
        parts[left] = nh_expr_substitute(job->pool, side->parts[i], count, zeros, by, true);
        if (parts[left] != NH_EXPR_ZERO) left++;
    }
    side->parts = parts;
    side->count = left;
}

/* Entries that are 0 are not among the coefficients: nothing would say what they are if they occurred in the
 * equations. */
static void strike_zeros(nh_sheet_job *job, const nh_expr *omega) {
    uint32_t count = 0;
    if (job->e->is_implicit) return;
    nh_expr *zeros = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->e->omegas + 1);
    nh_expr *by = NH_NEW_ARRAY(job->arena, nh_expr, (size_t)job->e->omegas + 1);
    for (uint32_t i = 0; i < job->e->omegas; i++) {
        if (omega[i] != NH_EXPR_ZERO) continue;
        by[count] = NH_EXPR_ZERO;
        zeros[count++] = job->e->computed[i];
    }
    nh_sheet_lines *lines = &job->sheet->equations;
    for (size_t i = 0; i < lines->count && count > 0; i++) {
        strike_parts(job, &lines->items[i].left, count, zeros, by);
        strike_parts(job, &lines->items[i].right, count, zeros, by);
    }
}

static void show_entries(nh_sheet_job *job, const nh_expr *omega) {
    strike_zeros(job, omega);
    if (count_entries(omega, job->n) > 0) nh_equations_name_omega(job->e, omega);
    else nh_sheet_note(job, "All entries of Omega are 0 here.");
}

/* The matrix as it is written; NULL: there is none to write. */
static const nh_expr *find_matrix(nh_sheet_job *job, closure *c) {
    const nh_equations *e = job->e;
    if (e->omegas == 0 || e->is_implicit) return e->omega;
    if (job->n <= MOST_COORDINATES) (void)nh_sheet_attempt(job, find_closed, c);
    return c->omega;
}

void nh_sheet_find_omega(nh_sheet_job *job) {
    nh_equations *e = job->e;
    if (e->omega == NULL) return;
    NH_ASSERT(e->count == job->n);
    closure c = {.job = job};
    const nh_expr *omega = find_matrix(job, &c);
    if (c.is_impossible) {
        nh_sheet_note(job, "The momentum dL/dq' is a combination of the rows dg/dq' of the constraints: except at "
                           "special states the conditions on Omega contradict each other, and no such matrix exists.");
        return;
    }
    note_motion(job, e->setting);
    note_matrix(job, e->setting.omega);
    if (omega != NULL) show_entries(job, omega);
    else nh_sheet_note(job, "Its entries are computed at each state; their closed form is too long.");
}
