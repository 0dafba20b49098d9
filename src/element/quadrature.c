/* Quadrature rules: symmetric ones on the triangle, tensor Gauss rules on the quadrangle.
 *
 * The numbers are roots of closed form, written with 25 digits and so rounded once:
 *   triangle, degree 2: midpoints of the medians;
 *   triangle, degree 4: six points, a = (8 - sqrt(10) +- sqrt(38 - 44 sqrt(2/5))) / 18,
 *                       w = (620 +- sqrt(213125 - 53320 sqrt(10))) / 7440;
 *   triangle, degree 5: Radon's seven points, a = (6 +- sqrt(15)) / 21,
 *                       w = (155 +- sqrt(15)) / 2400.
 * The rules of degree 8, 11, 14 and 17 on the triangle are those of Witherden and Vincent, Computers and
 * Mathematics with Applications 69 (2015) 1232: positive weights, points inside, and fewer than others. */
#include "element/element.h"

/* The three points (a,a), (b,a), (a,b) with b = 1 - 2a, each with the weight w; or with c = 1 - a - b the six
 * of two of a, b, c. */
typedef struct orbit {
    double a, b, w, c;
} orbit;

typedef struct triangle_rule {
    double centre; /* weight of the centroid; 0: not a point of the rule */
    int orbits;
    orbit orbit[13];
} triangle_rule;

static const triangle_rule degree_1 = {.centre = 0.5};
static const triangle_rule degree_2 = {.orbits = 1,
                                       .orbit = {{1.0 / 6.0, 0.6666666666666666666666667, 1.0 / 6.0}}};
static const triangle_rule degree_4 = {
    .orbits = 2,
    .orbit = {{0.4459484909159648863183293, 0.1081030181680702273633415, 0.1116907948390057328475035},
              {0.0915762135097707434595715, 0.8168475729804585130808571, 0.0549758718276609338191632}}};
static const triangle_rule degree_5 = {
    .centre = 0.1125,
    .orbits = 2,
    .orbit = {{0.1012865073234563388009874, 0.7974269853530873223980253, 0.0629695902724135762978420},
              {0.4701420641051150897704412, 0.0597158717897698204591176, 0.0661970763942530903688247}}};
static const triangle_rule degree_8 = {
    .centre = 0.0721578038388935841255456,
    .orbits = 4,
    .orbit = {{0.4592925882927231560288155, 0.0814148234145536879423690, 0.0475458171336423123969481},
              {0.1705693077517602066222935, 0.6588613844964795867554130, 0.0516086852673591251408958},
              {0.0505472283170309754584236, 0.8989055433659380490831529, 0.0162292488115990401554630},
              {0.0083947774099576053372138, 0.7284923929554042812410004, 0.0136151570872174971324223,
               0.2631128296346381134217858}}};
static const triangle_rule degree_11 = {
    .centre = 0.0428805898661121085690996,
    .orbits = 7,
    .orbit = {{0.0284854176143719094798164, 0.9430291647712561810403673, 0.0052159352564473479365142},
              {0.2102199567031782570080623, 0.5795600865936434859838755, 0.0352578420558582891710369},
              {0.1026354827122464304491151, 0.7947290345755071391017699, 0.0193153796185096612383169},
              {0.4958919009658909130649401, 0.0082161980682181738701198, 0.0083031365272926847881879},
              {0.4384659267643521910233359, 0.1230681464712956179533283, 0.0336580770397341505989186},
              {0.1493247886520823861957258, 0.8433497836618531621989914, 0.0051451447864766387465403,
               0.0073254276860644516052828},
              {0.0460105001654299558899598, 0.6644083741968641974035477, 0.0201662383202502762921225,
               0.2895811256377058467064925}}};
static const triangle_rule degree_14 = {
    .orbits = 10,
    .orbit = {{0.1772055324125434369566107, 0.6455889351749131260867786, 0.0210812943684965087691152},
              {0.4176447193404539225094408, 0.1647105613190921549811184, 0.0163941767720626753206555},
              {0.0617998830908726012674788, 0.8764002338182547974650423, 0.0072168498348883338008550},
              {0.4889639103621786386773760, 0.0220721792756427226452480, 0.0109417906847144453204225},
              {0.2734775283088386597549443, 0.4530449433823226804901114, 0.0258870522536457931573925},
              {0.0193909612487010481782501, 0.9612180775025979036434998, 0.0024617018012000408409130},
              {0.2983728821362577529708315, 0.6869801678080878373586272, 0.0072181540567669202480443,
               0.0146469500556544096705413},
              {0.0571247574036479390356771, 0.7706085547749964825890333, 0.0123328766062818369814376,
               0.1722666878213555783752896},
              {0.3368614597963450017440552, 0.5702222908466831734976962, 0.0192857553935303416142445,
               0.0929162493569718247582486},
              {0.0012683309328720250872464, 0.8797571713701711295145716, 0.0025051144192503358849300,
               0.1189744976969568453981820}}};
static const triangle_rule degree_17 = {
    .orbits = 13,
    .orbit = {{0.4171034443615992016051229, 0.1657931112768015967897542, 0.0136554632640510537618894},
              {0.0147554916607539534031542, 0.9704890166784920931936916, 0.0013869437888188210773062},
              {0.4655978716188903018958916, 0.0688042567622193962082168, 0.0125097254752486788985288},
              {0.1803581162663706201858431, 0.6392837674672587596283139, 0.0131563152940089924780172},
              {0.0666540634795969297567667, 0.8666918730408061404864665, 0.0062295004011527210476250},
              {0.2857065024365866280018379, 0.4285869951268267439963242, 0.0188581185763976400082144},
              {0.0160176423621192968424073, 0.8247900701650880244342906, 0.0039891501029647966621413,
               0.1591922874727926787233021},
              {0.3062815917461865415353095, 0.6263690303864522620687223, 0.0112438862733455332211611,
               0.0673493778673611963959682},
              {0.0132296727600868933070167, 0.5712948679446840518506491, 0.0051992199779197682318143,
               0.4154754592952290548423342},
              {0.0780423405682824241713309, 0.7532351459364581188964274, 0.0102789491602272587480029,
               0.1687225134952594569322417},
              {0.0131358708340026949666036, 0.7150722591106424615159246, 0.0043461072505005957843870,
               0.2717918700553548435174717},
              {0.0115751759031806153480421, 0.9159193532978169583774322, 0.0022921742008679334214748,
               0.0725054707990024262745256},
              {0.1575054779268699050276109, 0.5432755795961597741046484, 0.0130858129676684936285614,
               0.2992189424769703208677407}}};

static const triangle_rule *triangle_rule_of(int degree)
{
    static const triangle_rule *const rules[] = {&degree_1, &degree_2,  &degree_4,  &degree_5,
                                                 &degree_8, &degree_11, &degree_14, &degree_17};
    static const int exact[] = {1, 2, 4, 5, 8, 11, 14, EG_TRIANGLE_RULE_DEGREE};
    int i = 0;
    while (exact[i] < degree)
        i++;
    return rules[i];
}

int eg_triangle_rule(int degree, double (*points)[2], double *weights)
{
    assert(degree >= 0 && degree <= EG_TRIANGLE_RULE_DEGREE);
    const triangle_rule *rule = triangle_rule_of(degree);
    int count = 0;
    if (rule->centre > 0.0) {
        points[0][0] = points[0][1] = 1.0 / 3.0;
        weights[count++] = rule->centre;
    }
    for (int i = 0; i < rule->orbits; i++) {
        const orbit *o = &rule->orbit[i];
        const double of[3] = {o->a, o->b, o->c};
        for (int k = 0; o->c > 0 && k < 6; k++, count++) {
            points[count][0] = of[k / 2];
            points[count][1] = of[(k / 2 + 1 + k % 2) % 3];
            weights[count] = o->w;
        }
        for (int k = 0; o->c == 0 && k < 3; k++, count++) {
            points[count][0] = k == 1 ? o->b : o->a;
            points[count][1] = k == 2 ? o->b : o->a;
            weights[count] = o->w;
        }
    }
    return count;
}

/* Gauss points and weights on [0, 1]: exact up to degree 2 n - 1. */
static const struct {
    double point[4], weight[4];
} gauss[5] = {
    [1] = {{0.5}, {1.0}},
    [2] = {{0.2113248654051871177454256, 0.7886751345948128822545744}, {0.5, 0.5}},
    [3] = {{0.1127016653792583114820735, 0.5, 0.8872983346207416885179265},
           {0.2777777777777777777777778, 0.4444444444444444444444444, 0.2777777777777777777777778}},
    [4] = {{0.0694318442029737123880268, 0.3300094782075718675986671, 0.6699905217924281324013329,
            0.9305681557970262876119732},
           {0.1739274225687269286865320, 0.3260725774312730713134680, 0.3260725774312730713134680,
            0.1739274225687269286865320}},
};

static int quadrangle_quadrature(int degree, double (*points)[2], double *weights)
{
    int n = (degree + 3) / 2; /* 2 n - 1 >= degree + 1: the Jacobian is linear in each coordinate */
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            points[j * n + i][0] = gauss[n].point[i];
            points[j * n + i][1] = gauss[n].point[j];
            weights[j * n + i] = gauss[n].weight[i] * gauss[n].weight[j];
        }
    }
    return n * n;
}

int eg_quadrature(eg_cell_type type, int degree, double (*points)[2], double *weights)
{
    assert(degree >= 0 && degree <= EG_QUADRATURE_DEGREE);
    return type == EG_TRIANGLE ? eg_triangle_rule(degree, points, weights)
                               : quadrangle_quadrature(degree, points, weights);
}

/* Determinant of the bilinear map's Jacobian at the reference point. */
static double quadrangle_jacobian(const double (*x)[2], const double point[2])
{
    double r = point[0], s = point[1], along_r[2], along_s[2];
    for (int i = 0; i < 2; i++) {
        along_r[i] = (1.0 - s) * (x[1][i] - x[0][i]) + s * (x[2][i] - x[3][i]);
        along_s[i] = (1.0 - r) * (x[3][i] - x[0][i]) + r * (x[2][i] - x[1][i]);
    }
    return along_r[0] * along_s[1] - along_r[1] * along_s[0];
}

int eg_cell_quadrature(eg_cell_type type, const double (*x)[2], int degree, double (*points)[2],
                       double *weights)
{
    int count = eg_quadrature(type, degree, points, weights);
    double area = eg_polygon_area(x, eg_cell_type_vertices(type)), sum = 0.0, before = 0.0;
    for (int q = 0; q < count; q++) {
        if (type == EG_QUADRANGLE)
            weights[q] *= quadrangle_jacobian(x, points[q]);
        double image[2];
        eg_cell_map(type, x, points[q], image);
        points[q][0] = image[0];
        points[q][1] = image[1];
        sum += weights[q];
    }
    for (int q = 0; q < count - 1; q++) {
        weights[q] *= area / sum;
        before += weights[q];
    }
    weights[count - 1] = area - before; /* the last weight takes up the rounding of the others */
    return count;
}
