/* element_lists: numbers of nodes by elements, made on the device from those that each element has:
 * kernels/sem/lists.c. */
#ifndef EG_SCHEME_SEM_ELEMENT_LISTS_H
#define EG_SCHEME_SEM_ELEMENT_LISTS_H

#include "scheme/sem/internal.h"

/* Zero is one without anything. What is queued may still read it until the device has finished. */
typedef struct eg_element_lists {
    const eg_sem *sem;
    eg_owner owned;
    int values;       /* of an element */
    int64_t elements; /* that lists are made for */
    eg_program *program;
    eg_kernel *mask, *rows, *own, *subdomains;
    eg_buffer *list, *given, *element, *begin, *ghost, *across, *around;
} eg_element_lists;

/* For so many elements of the sem's mesh: `list` has values[elements of the mesh][values], -1: none; NULL:
 * the nodes of the sem, without those whose value is given. What is given stays until the lists go. EG_MEMORY,
 * EG_DEVICE. Destroy it whatever happens. */
eg_status eg_element_lists_create(const eg_sem *sem, const int32_t *list, int values, const int32_t *element,
                                  int64_t elements, eg_element_lists *lists);
void eg_element_lists_destroy(eg_element_lists *lists);

/* Where lists go: to[blocks of `lanes` elements][values][lanes] of ints; -1 where there is nothing. */
typedef struct eg_element_lists_target {
    int lanes;
    int64_t blocks;
    const eg_buffer *to;
} eg_element_lists_target;

/* Queue: the values as they are; of the sem's nodes those that no earlier element has; and those of
 * subdomains, with `layers` nodes beyond the ends of each element. The steps are those of the sem's mesh, and
 * stay until the lists go. */
eg_status eg_element_lists_rows(const eg_element_lists *lists, const eg_element_lists_target *target);
eg_status eg_element_lists_own(eg_element_lists *lists, const eg_element_lists_target *target);
eg_status eg_element_lists_subdomains(eg_element_lists *lists, const eg_hex_steps *steps, int layers,
                                      const eg_element_lists_target *target);

/* The exchange of the ghosts that are among the numbers in a buffer (eg_sem_halo()). Collective, also where
 * `status` is a failure of this rank; all agree on the status. */
eg_status eg_element_lists_halo(const eg_sem *sem, const eg_buffer *numbers, eg_status status,
                                eg_halo **halo);

#endif
