/* What the kernels of letters and their caller share. */
#ifndef EG_KERNELS_FIELD_LETTERS_H
#define EG_KERNELS_FIELD_LETTERS_H

#define HALO_GROUP 128 /* values of a letter that a group moves */

#endif
