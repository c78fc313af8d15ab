/* The known name that is nearest to a misspelt one: for "did you mean".
 *
 *     nh_closest search = nh_closest_begin("thta");
 *     for (size_t i = 0; i < count; i++) nh_closest_offer(&search, name[i]);
 *     const char *meant = nh_closest_found(&search);   // "theta", or NULL when nothing is near enough
 */
#ifndef NH_BASE_TEXT_CLOSEST_H
#define NH_BASE_TEXT_CLOSEST_H

#include <stdint.h>

enum { NH_CLOSEST_MAX = 40 }; /* characters of the longest name that is compared */

typedef struct nh_closest {
    uint32_t wanted[NH_CLOSEST_MAX];
    uint32_t length;  /* of wanted, in characters; NH_CLOSEST_MAX + 1: too long to compare */
    uint32_t nearest; /* the distance of found, or the first that is too far */
    const char *found;
} nh_closest;

nh_closest nh_closest_begin(const char *wanted);
/* The name must live until nh_closest_found. Of equally near names the first stays. */
void nh_closest_offer(nh_closest *search, const char *name);
const char *nh_closest_found(const nh_closest *search);

/* How many single changes turn one text into the other: a character put in, left out, exchanged, or swapped with its
 * neighbour. Upper for lower case counts as a third of a change; the result is in thirds. UINT32_MAX when one of them
 * is longer than NH_CLOSEST_MAX. */
uint32_t nh_closest_distance(const char *a, const char *b);

#endif
