/* What goes of solutes through sections (kernels/fv/solute_sections.c) and with flows
 * (kernels/fv/solute_series.c). */
#include "scheme/fv/internal.h"

#include <stdio.h>

/* What the device has of each: an amount as a sum of two doubles, and what goes a second. */
enum { HIGH, LOW, FLUX, WAY };

static int64_t padded_ways(const eg_fv *fv)
{
    return fv->sections.blocks * fv->layout.lanes;
}

/* ---- making */

static eg_status build_section_ways(eg_fv *fv)
{
    eg_fv_solute_list *own = &fv->solutes;
    if (fv->sections.faces == 0)
        return EG_OK;
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"ORDER", eg_fv_order(fv)},
                                 {"RECORDS", fv->records.faces},
                                 {"SOLUTES", own->count}};
    EG_TRY(eg_stepper_upload(&fv->base, "solutes through sections", WAY * padded_ways(fv) * own->count * 8,
                             NULL, &own->carried));
    EG_TRY(
        eg_fv_program(fv, "fv/solute_sections.c", fv->layout.lanes, defines, 4, NULL, &own->section_program));
    return eg_kernel_get(own->section_program, "sw_solute_sections", &own->section);
}

eg_status eg_fv_build_solute_ways(eg_fv *fv)
{
    eg_fv_solute_list *own = &fv->solutes;
    EG_TRY(eg_stepper_upload(&fv->base, "solutes passed",
                             WAY * (int64_t)(fv->flows.flows + 1) * own->count * 8, NULL,
                             &own->passed_flows));
    return build_section_ways(fv);
}

eg_status eg_fv_bind_solute_ways(eg_fv *fv)
{
    const eg_fv_solute_list *own = &fv->solutes;
    if (!own->section)
        return EG_OK;
    return EG_BIND(own->section, EG_BUFFER("m0", own->amount[0]), EG_BUFFER("m1", own->amount[1]),
                   EG_BUFFER("leaving", own->leaving), EG_BUFFER("slot", fv->sections.slot),
                   EG_BUFFER("through", fv->sections.through), EG_BUFFER("carried", own->carried),
                   EG_LONG("blocks", fv->sections.blocks));
}

eg_status eg_fv_queue_solute_sections(eg_fv *fv)
{
    const eg_fv_solute_list *own = &fv->solutes;
    return own->section ? eg_kernel_launch(own->section, fv->sections.blocks, NULL, 0) : EG_OK;
}

/* ---- through sections */

static eg_status read_carried(const eg_fv *fv, eg_scope *scope, double **carried)
{
    int64_t count = WAY * padded_ways(fv) * fv->solutes.count;
    if (!fv->solutes.carried)
        return EG_OK;
    EG_TRY(eg_scope_alloc(scope, count, sizeof **carried, carried));
    return eg_buffer_read(fv->solutes.carried, 0, *carried, count * 8);
}

/* A section's faces in their order, which goes on from rank to rank; values [from, to) of `carried`, which begins
 * at a solute. */
static double sum_carried(const eg_fv *fv, const eg_comm *comm, const double *carried, int section, int from,
                          int to)
{
    const eg_fv_sections *sections = &fv->sections;
    eg_sum sum;
    eg_comm_scan_begin(comm, &sum, 1);
    for (int64_t f = sections->first[section]; f < sections->first[section + 1]; f++)
        for (int v = from; v < to; v++)
            eg_sum_add(&sum, sections->sense[f] * carried[v * padded_ways(fv) + f]);
    eg_comm_scan_end(comm, &sum, 1);
    return eg_sum_value(&sum);
}

eg_status eg_fv_solutes_through(eg_fv *fv, const eg_comm *comm, double *amount, double *flux)
{
    double *carried = NULL;
    int n = fv->solutes.count;
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_comm_agree(comm, read_carried(fv, &scope, &carried)));
    for (int i = 0; i < fv->sections.count * n; i++) {
        const double *of = carried ? carried + WAY * padded_ways(fv) * (i % n) : NULL;
        amount[i] = sum_carried(fv, comm, of, i / n, HIGH, FLUX);
        flux[i] = sum_carried(fv, comm, of, i / n, FLUX, WAY);
    }
    return EG_OK;
}

/* The rows of a section, row[faces][values]. */
static eg_status persist_carried(const eg_fv *fv, const eg_persist *persist, int section, double *carried,
                                 double *row)
{
    const eg_fv_sections *sections = &fv->sections;
    int values = WAY * fv->solutes.count;
    int64_t first = sections->first[section], count = sections->first[section + 1] - first;
    char name[32];
    snprintf(name, sizeof name, "solutes-section-%d", section);
    for (int64_t i = 0; i < count * values; i++)
        row[i] = carried[i % values * padded_ways(fv) + first + i / values];
    EG_TRY(persist->part(persist, name, row, count * values * 8));
    for (int64_t i = 0; i < count * values; i++)
        carried[i % values * padded_ways(fv) + first + i / values] = row[i];
    return EG_OK;
}

static eg_status persist_sections(eg_fv *fv, const eg_persist *persist)
{
    double *carried = NULL, *row;
    int64_t values = WAY * fv->solutes.count;
    EG_SCOPE(scope, fv->context);
    EG_TRY(read_carried(fv, &scope, &carried));
    EG_TRY(eg_scope_alloc(&scope, fv->sections.faces * values, sizeof *row, &row));
    for (int s = 0; s < fv->sections.count; s++)
        EG_TRY(persist_carried(fv, persist, s, carried, row));
    return persist->restoring && carried
               ? eg_buffer_write(fv->solutes.carried, 0, carried, values * padded_ways(fv) * 8)
               : EG_OK;
}

/* ---- with flows */

/* The rank of the cell where a flow ends tells of it; of one that ends outside, that of its other end. */
static bool tells_of_flow(const eg_fv *fv, int f)
{
    const int64_t *cell = fv->flows.cell[f];
    return (cell[1] >= 0 ? cell[1] : cell[0]) < fv->mesh->base.own;
}

static eg_status read_passed(eg_fv *fv, eg_scope *scope, double **passed)
{
    int64_t count = WAY * (int64_t)fv->flows.flows * fv->solutes.count;
    EG_TRY(eg_scope_alloc(scope, count + 1, sizeof **passed, passed));
    return count == 0 ? EG_OK : eg_buffer_read(fv->solutes.passed_flows, 0, *passed, count * 8);
}

/* all[flows of all ranks][solutes][WAY]; comm NULL: one process. Collective. */
static eg_status collect_passed(eg_fv *fv, const eg_comm *comm, eg_scope *scope, double **all)
{
    int n = fv->solutes.count, flows = fv->flows.flows;
    int64_t count = (int64_t)fv->flows.all * n * WAY;
    double *passed = NULL;
    eg_sum *sum = NULL;
    eg_status status = read_passed(fv, scope, &passed);
    if (status == EG_OK)
        status = eg_scope_alloc(scope, 2 * count, sizeof *sum, &sum);
    if (status == EG_OK)
        status = eg_scope_alloc(scope, count, sizeof **all, all);
    EG_TRY(eg_comm_agree(comm, status));
    for (int f = 0; f < flows; f++)
        for (int i = 0; tells_of_flow(fv, f) && i < n * WAY; i++)
            sum[(int64_t)fv->flows.number[f] * n * WAY + i].high =
                passed[((i % WAY) * flows + f) * n + i / WAY];
    eg_comm_sum_rows(comm, sum, 1, (int)count, sum + count);
    for (int64_t i = 0; i < count; i++)
        (*all)[i] = eg_sum_value(&sum[count + i]);
    return EG_OK;
}

eg_status eg_fv_solutes_passed(eg_fv *fv, const eg_comm *comm, double *amount, double *flux)
{
    double *all;
    int64_t count = (int64_t)fv->flows.all * fv->solutes.count;
    EG_SCOPE(scope, fv->context);
    if (count == 0)
        return EG_OK;
    EG_TRY(collect_passed(fv, comm, &scope, &all));
    for (int64_t i = 0; i < count; i++) {
        amount[i] = all[i * WAY + HIGH] + all[i * WAY + LOW];
        flux[i] = all[i * WAY + FLUX];
    }
    return EG_OK;
}

static eg_status persist_passed(eg_fv *fv, const eg_persist *persist)
{
    int n = fv->solutes.count, flows = fv->flows.flows;
    int64_t bytes = (int64_t)fv->flows.all * n * WAY * 8;
    double *all, *passed;
    EG_SCOPE(scope, fv->context);
    if (bytes == 0)
        return EG_OK;
    EG_TRY(collect_passed(fv, fv->comm, &scope, &all));
    EG_TRY(persist->array(persist, "solutes-flows", all, bytes));
    if (!persist->restoring || flows == 0)
        return EG_OK;
    EG_TRY(eg_scope_alloc(&scope, WAY * (int64_t)flows * n, sizeof *passed, &passed));
    for (int f = 0; f < flows; f++)
        for (int i = 0; i < n * WAY; i++)
            passed[((i % WAY) * flows + f) * n + i / WAY] = all[(int64_t)fv->flows.number[f] * n * WAY + i];
    return eg_buffer_write(fv->solutes.passed_flows, 0, passed, WAY * (int64_t)flows * n * 8);
}

eg_status eg_fv_persist_solute_ways(eg_fv *fv, const eg_persist *persist)
{
    EG_TRY(persist_sections(fv, persist));
    return persist_passed(fv, persist);
}
