/* What the kernels of shallow water and their caller share. */
#ifndef EG_KERNELS_FV_KINDS_H
#define EG_KERNELS_FV_KINDS_H

#define SW_STATE 4 /* values of a cell: h, u, v, root of h */

/* Second order: constants of a face of a quadrangle, and values of a cell beside its records
 * (fv/reconstruct.h). */
#define SW_REACH 4
#define SW_INNER 2

/* With friction the last bits of the root hold the part of the bed's slope that friction balances
 * (sw_pack). */
#define SW_PART_BITS 11
#define SW_PART_BITS_F32 7

/* Constants of a cell of the type of waves: 1 / chi', g n^2; with friction at first order g dz/dx, g dz/dy,
 * 4 g n^2 / |g grad z|^3. Those of the type of the state: 1 / area, and behind it what water.h has. */
#define SW_WAVE_CONSTANTS 2
#define SW_WAVE_CONSTANTS_FRICTION 5
#define SW_CELL_CONSTANTS 1

/* Sub-grid ground (fv/subgrid.c): values of a cell with so many strips, and of a face beside its strips. */
#define SUBGRID_CELL(strips) (3 * (strips) + 4)
#define SUBGRID_LINK 3

/* Constants of a face in mixing (fv/mixing.c). */
#define MIXING_LINK 5

/* Values of a zone of rain and soil in a step; constants of its cells with rain, and with a soil too; what
 * cells have lost; a row of a table of rates (fv/water.h, fv/zones.c). */
#define SW_ZONE 6
#define SW_WATER_CONSTANTS 2
#define SW_WATER_CONSTANTS_SOIL 4
#define SW_WATER_CONSTANTS_MOST 5 /* with the decay of each cell */
#define SW_AMOUNTS 3
#define RATE_ROW 4
#define RATE_SPAN 3 /* of a zone whose rain or evaporation is between two fields (fv/zones.c) */

/* k of a zone whose soil has no law of Horton's (fv/water.h). The last two take of the rain alone. */
#define SOIL_GREEN_AMPT -1.0
#define SOIL_CURVE_NUMBER -2.0
#define SOIL_INITIAL_CONTINUING -3.0

/* Laws of friction, and a row of a roughness over the depth (fv/roughness.h). */
#define ROUGH_MANNING 0
#define ROUGH_CHEZY 1
#define ROUGH_TABLE 2
#define ROUGH_ROW 4

/* Constants of an open face: outward unit normal, length, 1/chi', 1/n (conveyance weight), velocity of
 * uniform flow beyond an outflow over h^(2/3), 0: still water beyond. */
#define OPEN_CONSTANTS 6

/* Kinds of flows between cells, or between a cell and the outside (fv/flows.c). */
#define FLOW_INFLOW 0
#define FLOW_WEIR 1
#define FLOW_GATE 2
#define FLOW_CULVERT 3
#define FLOW_BRIDGE 4
#define FLOW_PUMP 5
#define FLOW_TABLE 6

/* Constants of a flow. Levels in m; coefficients of weirs are (2/3) mu sqrt(2 g), of orifices mu sqrt(2 g).
 *   weir     -, width, coefficient, 1 with a breach, and where the weir begins and ends along its line as
 *            seen from the middle of the breach, slope of the sides of the breach, horizontal to vertical; its
 *            series is the crest, and of a breach two more are its crest and its width there
 *   gate     sill, width, coefficient, that of the orifice; its series is the opening above the sill
 *   bridge   sill, width, coefficient, that of the orifice, soffit, deck, width of the deck
 *   culvert  invert at end 0, at end 1, area, height, K, 1 / M, c, Y of HDS-5, (1 + losses) / (2 g), -, half
 *            the slope
 *   pump     levels at end 0 where it starts and stops
 *   table    -, number of levels of end 1; its series are the discharges over these levels, one level of end
 *            0 after the other, and the number of a level of end 0, from 0 on, over that level
 * FLOW_ONE_WAY: whether nothing goes back; of a pump whether its series is over the head, not over time. */
#define FLOW_ONE_WAY 9
#define FLOW_CONSTANTS 11
#define TAKER_CONSTANTS 3

/* What is booked of a solute in each cell: what came in from outside, left, infiltrated, decayed, and was added
 * where an amount came out negative (fv/solutes.c). */
#define SOLUTE_IN 0
#define SOLUTE_OUT 1
#define SOLUTE_SOAKED 2
#define SOLUTE_DECAYED 3
#define SOLUTE_CLIPPED 4
#define SOLUTE_TERMS 5

/* What wakes a block that is at rest, beside numbers of blocks (fv/rest.c): itself, always; rain of zone
 * REST_RAIN - it. */
#define REST_NEVER (-1)
#define REST_RAIN (-2)

/* Constants of a face of a section: unit normal out of the left cell, length, 1 / area of that cell. */
#define SECTION_CONSTANTS 4

/* A step that is bounded by what a boundary may bring is at most this many times as long as the one
 * before. */
#define OPEN_GROWTH 4.0

/* Points of a step at which an expression of time is looked at: beside both ends and the middle the two of
 * Lobatto's rule, (1 - 1 / sqrt(5)) / 2 from the ends; where these show that it jumps, so many. */
#define OPEN_LOBATTO 0.27639320225002106
#define OPEN_POINTS 256

/* Kinds of open boundaries. */
#define OPEN_OUTFLOW 0
#define OPEN_LEVEL 1
#define OPEN_DISCHARGE 2
#define OPEN_RADIATE 3
#define OPEN_INFLOW 4
#define OPEN_RATING 5

#endif
