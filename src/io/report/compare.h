/* Comparison of two runs or two snapshots, bit by bit: the first place where they differ. */
#ifndef EG_IO_COMPARE_H
#define EG_IO_COMPARE_H

#include "io/snapshot/snapshot.h"

/* Letters of a path that the system opens, with the zero behind them. */
enum { EG_COMPARE_PATH = 4096 };

/* How two fields of one name differ over all snapshots that both have. */
typedef struct eg_compare_variable {
    char name[EG_FIELD_NAME], unit[EG_FIELD_NAME];
    int64_t differing;     /* values whose bits differ */
    double max_difference; /* largest |a - b|; NaN where one side alone is NaN */
} eg_compare_variable;

typedef struct eg_compare_result {
    bool equal;
    int64_t snapshots; /* compared */
    bool maxima;       /* both are runs that have largest values of all steps, which were compared too */
    /* One sentence: "equal: ...", or what differs first. */
    char sentence[2 * EG_COMPARE_PATH + 1024];
    /* The first value that differs, where one does: in the order of snapshots, of variables by
     * name, of cells, of nodes, of components. found = false where the runs differ in something
     * else (the sentence tells) or not at all. */
    bool found;
    char path[2][EG_COMPARE_PATH]; /* the snapshot in A and in B */
    eg_snapshot_stamp stamp[2];
    char variable[EG_FIELD_NAME];
    int component;
    int64_t cell;       /* canonical number */
    int dimension;      /* 3: of hexahedra; 2: of cells of the plane, whose third coordinates do not matter */
    double centroid[3]; /* of that cell, m; of a hexahedron the mean of its corners */
    int node;           /* of point data, in the cell; else -1 */
    double place[3];    /* of that node, or the centroid, m */
    double value[2];
    uint64_t ulps; /* numbers of the file's precision between them; UINT64_MAX with a NaN */
    int variable_count;
    eg_compare_variable variables[EG_SNAPSHOT_FIELDS];
} eg_compare_result;

/* Compares two runs' folders or two snapshot files (anything eg_snapshot_list_create() takes). Runs without
 * snapshots are compared by the state_hash of their summaries; largest values (maxima.vtkhdf) belong to a
 * run. EG_INPUT where one of them cannot be read; being different is no failure. */
eg_status eg_compare(eg_context *context, const char *a, const char *b, eg_compare_result *result);

/* Appends the report of several lines that `eagre compare` prints. */
void eg_compare_report(const eg_compare_result *result, eg_text *text);

#endif
