/* The rolling disc by CVODE of SUNDIALS: Adams with fixed-point iteration, which is what its manual advises for
 * problems that are not stiff, on the equations written by hand, in the 8 states that are free. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "bench.h"
#include "disc.h"

#if SUNDIALS_VERSION_MAJOR < 7
#define SUN_COMM_NULL NULL
#endif

typedef struct problem {
    const double *parameters, *start;
    double end, tolerance;
    disc_motion *motion;
    SUNContext sundials;
} problem;

static int rates(sunrealtype t, N_Vector state, N_Vector rate, void *user) {
    (void)t;
    disc_rates(user, N_VGetArrayPointer(state), N_VGetArrayPointer(rate));
    return 0;
}

/* Steps without bound, one row at the end. Whether CVODE says that it reached it. */
static bool integrate(problem *p, void *cvode, N_Vector state, SUNNonlinearSolver solver) {
    sunrealtype reached = 0;
    long evaluations = 0;
    bool good = CVodeInit(cvode, rates, 0, state) == CV_SUCCESS &&
                CVodeSStolerances(cvode, p->tolerance, p->tolerance) == CV_SUCCESS &&
                CVodeSetUserData(cvode, (void *)p->parameters) == CV_SUCCESS &&
                CVodeSetNonlinearSolver(cvode, solver) == CV_SUCCESS &&
                CVodeSetMaxNumSteps(cvode, 100000000) == CV_SUCCESS && CVodeSetStopTime(cvode, p->end) == CV_SUCCESS &&
                CVode(cvode, p->end, state, &reached, CV_NORMAL) >= 0;
    good = good && CVodeGetNumRhsEvals(cvode, &evaluations) == CV_SUCCESS;
    p->motion->evaluations = (unsigned long)evaluations;
    return good;
}

static void run(void *user) {
    problem *p = user;
    N_Vector state = N_VNew_Serial(DISC_STATES, p->sundials);
    memcpy(N_VGetArrayPointer(state), p->start, DISC_STATES * sizeof(double));
    SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(state, 0, p->sundials);
    void *cvode = CVodeCreate(CV_ADAMS, p->sundials);
    if (!integrate(p, cvode, state, solver)) p->motion->missing = "CVODE did not reach the end";
    memcpy(p->motion->end, N_VGetArrayPointer(state), DISC_STATES * sizeof(double));
    CVodeFree(&cvode);
    SUNNonlinSolFree(solver);
    N_VDestroy(state);
}

disc_motion disc_by_cvode(const double *parameters, double end, double tolerance, const double *start) {
    disc_motion motion = {0};
    problem p = {parameters, start, end, tolerance, &motion, NULL};
    if (SUNContext_Create(SUN_COMM_NULL, &p.sundials) != 0) return (disc_motion){.missing = "SUNDIALS does not start"};
    motion.seconds = bench_best(20, run, &p);
    SUNContext_Free(&p.sundials);
    return motion;
}
