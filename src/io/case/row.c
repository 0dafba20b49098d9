/* Questions to the table of keys: rows by path, words of a list, descriptions in words; other words for keys. */
#include "io/case/table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const double DEGREES = 57.29577951308232; /* of a radian */

/* ---- finding rows */

const eg_case_row *eg_case_row_next(const eg_case_table *table, const eg_case_row *parent,
                                    const eg_case_row *previous)
{
    return previous ? previous->beside : parent ? parent->below : table->rows;
}

const eg_case_row *eg_case_row_child(const eg_case_table *table, const eg_case_row *parent, const char *key,
                                     unsigned models)
{
    const eg_case_row *any = NULL, *of_others = NULL;
    for (const eg_case_row *row = NULL; (row = eg_case_row_next(table, parent, row));) {
        if (eg_case_row_is_name(row)) {
            if (!any || !eg_case_row_of_model(any, models))
                any = row;
        } else if (strcmp(eg_case_row_key(row), key) == 0) {
            if (eg_case_row_of_model(row, models))
                return row;
            of_others = of_others ? of_others : row;
        }
    }
    return any && (eg_case_row_of_model(any, models) || !of_others) ? any : of_others;
}

const char *eg_case_row_key(const eg_case_row *row)
{
    const char *dot = strrchr(row->path, '.');
    return dot ? dot + 1 : row->path;
}

bool eg_case_row_is_name(const eg_case_row *row)
{
    return strcmp(eg_case_row_key(row), "*") == 0;
}

bool eg_case_row_of_model(const eg_case_row *row, unsigned models)
{
    return row->models == 0 || (row->models & models) != 0;
}

/* ---- patterns */

const char *const eg_case_patterns[] = {"inflows", "structures", "output.gauges", "output.sections", NULL};

bool eg_case_row_takes_attribute(const eg_case_row *row)
{
    for (int i = 0; eg_case_patterns[i]; i++) {
        size_t length = strlen(eg_case_patterns[i]);
        if (strncmp(row->path, eg_case_patterns[i], length) == 0 &&
            strncmp(row->path + length, ".*.", 3) == 0)
            return row->takes != EG_TAKES_MAP;
    }
    return false;
}

/* ---- models */

unsigned eg_case_model_mask(const eg_case_table *table, const char *name)
{
    unsigned models = 0;
    for (int i = 0; table->models[i]; i++)
        if (strcmp(name, table->models[i]->name) == 0)
            models |= 1u << i;
    return models;
}

const char *eg_case_model_name(const eg_case_table *table, unsigned models, int i)
{
    for (int k = 0; table->models[k]; k++) {
        const eg_case_model *model = table->models[k];
        unsigned alike = eg_case_model_mask(table, model->name), before = (1u << k) - 1;
        bool together = (models & alike) == alike;
        if (!(models >> k & 1) || (together && (alike & before)))
            continue;
        if (i-- == 0)
            return together || !model->label ? model->name : model->label;
    }
    return NULL;
}

unsigned eg_case_model_choose(const eg_case_table *table, unsigned models, bool forest, int dimension)
{
    for (int k = 0; table->models[k]; k++)
        if ((models >> k & 1) && table->models[k]->forest == forest &&
            (!forest || table->models[k]->dimensions == dimension))
            return 1u << k;
    return models & (~models + 1);
}

/* ---- words */

int eg_case_words(const char *list, char *buffer, const char **words)
{
    int count = 0;
    size_t length = strlen(list);
    assert(length < EG_WORDS_BYTES);
    memcpy(buffer, list, length + 1);
    for (char *p = buffer; *p;) {
        assert(count < EG_WORDS_MOST);
        words[count++] = p;
        p = strchr(p, ' ');
        if (!p)
            break;
        *p++ = 0;
    }
    return count;
}

bool eg_case_is_word(const char *list, const char *word)
{
    char buffer[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(list, buffer, words);
    while (count > 0 && strcmp(words[count - 1], word) != 0)
        count--;
    return count > 0;
}

/* ---- descriptions */

/* Alternatives in words, as they are found. */
typedef struct case_phrase {
    bool with_articles;
    int count;
    const char *parts[EG_WORDS_MOST + 8];
} case_phrase;

/* `what` begins with "a " or "an ". */
static void add_noun(case_phrase *phrase, const char *what)
{
    phrase->parts[phrase->count++] = phrase->with_articles ? what : strchr(what, ' ') + 1;
}

/* "an expression of x, y" into `buffer`. */
static const char *expression_noun(const eg_case_row *row, char *buffer, size_t room)
{
    char copy[EG_WORDS_BYTES];
    const char *words[EG_WORDS_MOST];
    int count = eg_case_words(row->variables, copy, words);
    size_t length = (size_t)snprintf(buffer, room, "an expression of");
    for (int i = 0; i < count && length < room; i++)
        length += (size_t)snprintf(buffer + length, room - length, "%s %s", i > 0 ? "," : "", words[i]);
    return buffer;
}

static const char *quantity_noun(const eg_case_row *row, char *buffer)
{
    if (row->angle)
        return "an angle";
    if (eg_dimension_equal(row->dimension, EG_DIMENSION_NONE))
        return "a number";
    eg_dimension_describe(row->dimension, buffer);
    return buffer;
}

void eg_case_row_type(const eg_case_row *row, bool with_articles, eg_text *text)
{
    char quantity[64], expression[128], buffer[EG_WORDS_BYTES];
    case_phrase phrase = {.with_articles = with_articles};
    if (row->takes & EG_TAKES_WORD)
        phrase.count = eg_case_words(row->words, buffer, phrase.parts);
    if (row->takes & (EG_TAKES_REAL | EG_TAKES_EXPRESSION))
        add_noun(&phrase, quantity_noun(row, quantity));
    if (row->moment || (row->takes & EG_TAKES_DATE))
        add_noun(&phrase, "a date");
    if (row->takes & EG_TAKES_EXPRESSION)
        add_noun(&phrase, expression_noun(row, expression, sizeof expression));
    if (row->takes & EG_TAKES_INTEGER)
        add_noun(&phrase, "a whole number");
    if (row->takes & EG_TAKES_TEXT)
        add_noun(&phrase, "a text");
    if (row->takes & EG_TAKES_PATH)
        add_noun(&phrase, "a file name");
    if (row->takes & EG_TAKES_BOOLEAN)
        phrase.parts[phrase.count++] = "true or false";
    if (row->takes & EG_TAKES_MAP)
        add_noun(&phrase, "a map");
    for (int i = 0; i < phrase.count; i++)
        eg_text_add(text, "%s%s", i == 0 ? "" : i + 1 == phrase.count ? " or " : ", ", phrase.parts[i]);
}

void eg_case_row_range(const eg_case_row *row, eg_text *text)
{
    static const char *const words[] = {"", "above 0", "0 or more", "other than 0", "ascending"};
    if (row->range != EG_RANGE_BETWEEN) {
        eg_text_add(text, "%s", words[row->range]);
        return;
    }
    eg_shown least = eg_real_show(row->least), most = eg_real_show(row->most);
    if (row->angle) { /* a case gives degrees, a row radians */
        snprintf(least.text, sizeof least.text, "%.6g deg", row->least * DEGREES);
        snprintf(most.text, sizeof most.text, "%.6g deg", row->most * DEGREES);
    }
    if (row->least == row->most)
        eg_text_add(text, "%s", least.text);
    else
        eg_text_add(text, "between %s and %s", least.text, most.text);
}

/* ---- words of the field */

const eg_case_meaning eg_case_meanings[] = {
    {"atmosphere.background", "base_state reference_state"},
    {"boundaries", "bc bcs boundary boundary_conditions"},
    {"boundaries.*", "free free_surface open outlet transmissive reflecting solid symmetry neumann dirichlet "
                     "robin type kind"},
    {"boundaries.*.discharge", "q flow inflow_hydrograph hydrograph streamflow"},
    {"boundaries.*.level", "stage water_level wse eta waterlevel"},
    {"boundaries.*.normal_depth", "slope uniform_flow friction_slope"},
    {"boundaries.*.pml", "cpml sponge_layer damping layer"},
    {"boundaries.*.rating", "rating_curve stage_discharge qh"},
    {"checkpoint", "restart hotstart backup"},
    {"exact", "analytic analytical reference_solution"},
    {"initial", "ic ics initial_conditions start_state"},
    {"initial.depth", "h water_depth"},
    {"initial.from", "restart hotstart warm_start"},
    {"initial.level", "stage water_level wse eta waterlevel"},
    {"limits", "asserts bounds_of_errors"},
    {"materials", "regions zones medium media land_use landuse"},
    {"materials.*.capacity", "rho_cp heat_capacity cp"},
    {"materials.*.density", "rho"},
    {"materials.*.elevation", "bathymetry topography topo dem dtm zb bottom ground bed bed_level"},
    {"materials.*.infiltration", "loss losses soil"},
    {"materials.*.infiltration.green_ampt", "green-ampt"},
    {"materials.*.infiltration.scs", "cn nrcs"},
    {"materials.*.strickler", "ks"},
    {"materials.*.kappa", "conductivity k thermal_conductivity diffusivity permeability"},
    {"materials.*.manning", "n friction roughness mannings_n manning_n"},
    {"materials.*.linear_friction", "friction drag rayleigh_friction"},
    {"materials.*.rain", "rainfall precipitation hyetograph"},
    {"materials.*.source", "f rhs heat_source"},
    {"materials.*.vp", "alpha p_speed p_velocity c0 sound_speed p_wave p_wave_speed"},
    {"materials.*.vs", "beta s_speed s_velocity shear_speed s_wave s_wave_speed"},
    {"mesh.adapt", "amr refinement"},
    {"mesh.box", "grid domain rectangle"},
    {"mesh.box.topography", "topo dem dtm relief"},
    {"mesh.forest", "amr octree quadtree octrees quadtrees"},
    {"mesh.gmsh", "msh file mesh_file"},
    {"numerics.degree", "p polynomial_degree"},
    {"numerics.order", "accuracy scheme_order"},
    {"numerics.precision", "double single float dtype"},
    {"numerics.viscosity", "diffusion eddy_viscosity nu artificial_viscosity"},
    {"output.fields", "snapshots vtk frames dump snapshot"},
    {"output.gauges", "observation_points stations gauge"},
    {"output.maxima", "hazard hazards envelope peak peaks max pga pgv pgd"},
    {"output.probes", "observation_points"},
    {"output.receivers", "stations seismograms geophones hydrophones traces receiver"},
    {"output.sections", "cross_section cross_sections transects discharge_lines"},
    {"solutes", "tracer solute pollutant pollutants scalar concentration contaminant"},
    {"inflows.*.loads", "mass_inflow spill release"},
    {"solutes.*.half_life", "t50 halflife"},
    {"physics.coriolis", "rotation earth_rotation"},
    {"sources.*.moment", "moment_tensor mt magnitude mw m0"},
    {"sources.cmt", "cmtsolution gcmt global_cmt centroid earthquake"},
    {"sources.srf", "rupture finite_fault kinematic_source fault_slip"},
    {"sources.quakeml", "quake_ml fdsn event"},
    {"sources.*.time", "stf wavelet source_time_function"},
    {"structures", "weirs culverts bridges pumps gates levees dams dike dikes levee"},
    {"inflows", "point_sources manholes sinks wells"},
    {"terrain", "buildings houses streets roads walls"},
    {"time.cfl", "courant cr courant_number"},
    {"time.dt", "timestep time_step delta_t"},
    {"time.end", "duration t_end tend tmax t_max final_time simulation_time stop"},
    {"output.receivers.interval", "sampling sampling_rate sample_rate"},
    {"output.receivers.format", "segy sgy seg_y sac miniseed mini_seed mseed asdf"},
    {"materials.*.qp", "attenuation quality_factor q"},
    {"materials.*.lambda", "nu young e youngs_modulus poissons_ratio"},
    {"sources.*.at", "location position"},
    {"sources.*.time.ricker.frequency", "f0 peak_frequency dominant_frequency"},
    {"sources.*.time.ricker.delay", "t0 shift"},
    {NULL, NULL}};

const eg_case_meaning *eg_case_meaning_next(const char *word, const eg_case_meaning *previous)
{
    enum { LONGEST = 63 };
    char small[LONGEST + 1];
    size_t length = strlen(word);
    if (length > LONGEST)
        return NULL;
    for (size_t i = 0; i <= length; i++)
        small[i] = word[i] == ' ' || word[i] == '-' ? '_' : (char)tolower((unsigned char)word[i]);
    for (const eg_case_meaning *m = previous ? previous + 1 : eg_case_meanings; m->path; m++)
        if (eg_case_is_word(m->words, small))
            return m;
    return NULL;
}
