/* The two ways to Maggi's equations; see maggi.c. */
#ifndef NH_FORM_FORMULATION_MAGGI_H
#define NH_FORM_FORMULATION_MAGGI_H

#include "form/restricted.h"

/* From Lagrange's operator, [Rheonomous] (10): always there. */
nh_equations *nh_maggi_by_coordinates(const nh_restricted *r);
/* From the accelerations of points, [Simple] (45): where nh_restricted_is_of_points. */
nh_equations *nh_maggi_by_points(const nh_restricted *r);

#endif
