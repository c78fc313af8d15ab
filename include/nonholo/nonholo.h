/* nonholo: mechanical systems with constraints on positions and velocities.
 *
 * This header includes the whole public interface:
 *   <nonholo/version.h>  the version
 *   <nonholo/status.h>   how a call ended
 *   <nonholo/fact.h>     how a question was answered: what proved, certified, refuted, unknown mean
 *   <nonholo/print.h>    results as text or as JSON
 *   <nonholo/context.h>  memory, limits, diagnostics; every other object lives in a context
 *   <nonholo/model.h>    mechanical systems, read from a text
 *   <nonholo/check.h>    what is known about them: degrees of freedom, redundant constraints, energy,
 *                              explicit form, singular configurations
 *   <nonholo/formulation.h>  the formulations of their equations of motion
 *   <nonholo/derive.h>   their equations of motion, as a paper prints them
 *   <nonholo/export.h>   their equations of motion as a C file, for other programs
 *   <nonholo/run.h>      their motions
 *   <nonholo/lyapunov.h> how fast neighbouring motions diverge: Lyapunov exponents
 *   <nonholo/compare.h>  the same motion under several formulations
 *   <nonholo/report.h>   a page about a model and its motion
 *   <nonholo/eval.h>     accelerations, multipliers, energies at given states
 *   <nonholo/displacements.h>  displacements at given states, the work of reactions on them, the
 *                              transpositional relation
 *   <nonholo/linearize.h>    linearised equations at a steady motion, eigenvalues, stability
 *   <nonholo/floquet.h>      neighbours of a periodic motion: monodromy matrix, multipliers
 *   <nonholo/periodic.h>     periodic motions, found and continued in a parameter
 *   <nonholo/steady.h>       equilibria and steady motions
 *   <nonholo/stability.h>    eigenvalues over a parameter, where stability changes
 *   <nonholo/implies.h>  which constraints and conditions imply others, and where they do not
 *   <nonholo/integrals.h>  functions of the state that are constant along every motion
 *   <nonholo/judge.h>    equations written by a user: proved, certified or refuted
 *   <nonholo/verify.h>   checks that formulations agree and that energy balances and claims hold */
#ifndef NONHOLO_NONHOLO_H
#define NONHOLO_NONHOLO_H

#include <nonholo/check.h>
#include <nonholo/compare.h>
#include <nonholo/context.h>
#include <nonholo/derive.h>
#include <nonholo/displacements.h>
#include <nonholo/eval.h>
#include <nonholo/export.h>
#include <nonholo/fact.h>
#include <nonholo/floquet.h>
#include <nonholo/formulation.h>
#include <nonholo/implies.h>
#include <nonholo/integrals.h>
#include <nonholo/judge.h>
#include <nonholo/linearize.h>
#include <nonholo/linkage.h>
#include <nonholo/lyapunov.h>
#include <nonholo/model.h>
#include <nonholo/periodic.h>
#include <nonholo/print.h>
#include <nonholo/report.h>
#include <nonholo/run.h>
#include <nonholo/stability.h>
#include <nonholo/status.h>
#include <nonholo/steady.h>
#include <nonholo/verify.h>
#include <nonholo/version.h>

#endif
