/* Numbers of kernels/deg/leaves.c that src/scheme/deg shares. */
#ifndef EG_KERNELS_DEG_LEAF_SIZES_H
#define EG_KERNELS_DEG_LEAF_SIZES_H

/* Threads of a group, one a leaf, a corner or a node. */
#define LEAF_GROUP 256

/* The air at rest and sponge layers: doubles, and behind them the nodes of the reference triangle. */
enum {
    REST_KIND, /* kernels/physics/background.h */
    REST_GAS_CONSTANT,
    REST_HEAT_CAPACITY,
    REST_PRESSURE,
    REST_GRAVITY,
    REST_THETA,
    REST_FREQUENCY,
    REST_TEMPERATURE,
    REST_LOW, /* heights of the domain, m */
    REST_HIGH,
    REST_LEFT, /* its sides, m */
    REST_RIGHT,
    REST_LEFT_LAYER, /* thickness of sponge layers, m */
    REST_RIGHT_LAYER,
    REST_TOP_LAYER,
    REST_RATE, /* 1/s */
    REST_NODES
};

/* What is counted: fans, those on the boundary, rows of these, rows of groups of stars, sectors that are not
 * known. */
enum { LEAF_FANS, LEAF_EDGES, LEAF_EDGE_ROWS, LEAF_ROWS, LEAF_UNKNOWN, LEAF_COUNTS };

/* Of a fan on the boundary: its corners, what is beyond its two ends (DEG_WALL, DEG_OPEN), its first row. */
enum { LEAF_EDGE_CORNERS, LEAF_EDGE_FROM, LEAF_EDGE_TO, LEAF_EDGE_ROW, LEAF_EDGE_NUMBERS };

#endif
