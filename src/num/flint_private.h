/* The headers of FLINT and Arb, which only src/num sees. FLINT 3 contains Arb; before that Arb
 * is a library of its own. */
#ifndef NH_NUM_FLINT_PRIVATE_H
#define NH_NUM_FLINT_PRIVATE_H

/* GCC takes Arb's inline functions for overruns where it knows a ball by one of its words. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>
#include <flint/fmpz.h>

#if __has_include(<flint/arb.h>)
#include <flint/acb.h>
#include <flint/acb_mat.h>
#include <flint/arb.h>
#include <flint/arb_mat.h>
#include <flint/arf.h>
#include <flint/mag.h>
#else
#include <acb.h>
#include <acb_mat.h>
#include <arb.h>
#include <arb_mat.h>
#include <arf.h>
#include <mag.h>
#endif

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic pop
#endif

#endif
