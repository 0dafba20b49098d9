// An eighth of a cube of side 6 round a sphere of radius 1, in three blocks of curved hexahedra:
//   gmsh -3 -order 3 obstacle.geo -o obstacle.msh
// along: hexahedra along each edge of a block, `away` of them from the sphere to the cube
DefineConstant[ along = 3, away = 3 ];
half = 3;
Point(1) = {0, 0, 0};
// directions: the axes, the middles between two of them, the middle of all
x[] = {1, 0, 0, 1, 0, 1, 1};
y[] = {0, 1, 0, 1, 1, 0, 1};
z[] = {0, 0, 1, 0, 1, 1, 1};
For i In {0:6}
  r = Sqrt(x[i] + y[i] + z[i]);
  Point(10 + i) = {x[i] / r, y[i] / r, z[i] / r};
  Point(20 + i) = {half * x[i], half * y[i], half * z[i]};
  Line(30 + i) = {10 + i, 20 + i};
  Transfinite Curve {30 + i} = away + 1 Using Progression 1.5;
EndFor
// edges of the three patches, on the sphere and on the cube, and the faces between them
from[] = {0, 3, 1, 4, 2, 5, 3, 4, 5};
to[] = {3, 1, 4, 2, 5, 0, 6, 6, 6};
For i In {0:8}
  Circle(40 + i) = {10 + from[i], 1, 10 + to[i]};
  Line(50 + i) = {20 + from[i], 20 + to[i]};
  Transfinite Curve {40 + i, 50 + i} = along + 1;
  Curve Loop(60 + i) = {40 + i, 30 + to[i], -(50 + i), -(30 + from[i])};
  Surface(60 + i) = {60 + i};
EndFor
// of each patch: its edges, from the axis on
a[] = {40, 42, 44};
b[] = {46, 47, 48};
c[] = {48, 46, 47};
d[] = {45, 41, 43};
For i In {0:2}
  Curve Loop(70 + i) = {a[i], b[i], -c[i], d[i]};
  Surface(70 + i) = {70 + i} In Sphere {1};
  Curve Loop(80 + i) = {a[i] + 10, b[i] + 10, -(c[i] + 10), d[i] + 10};
  Plane Surface(80 + i) = {80 + i};
  Surface Loop(90 + i) = {70 + i, 80 + i, a[i] + 20, b[i] + 20, c[i] + 20, d[i] + 20};
  Volume(90 + i) = {90 + i};
EndFor
Transfinite Surface "*";
Recombine Surface "*";
Transfinite Volume "*";
Physical Volume("fluid") = {90:92};
Physical Surface("sphere") = {70:72};
Physical Surface("x0") = {62, 63};
Physical Surface("y0") = {64, 65};
Physical Surface("z0") = {60, 61};
Physical Surface("x3") = {80};
Physical Surface("y3") = {81};
Physical Surface("z3") = {82};
