// A round rod along x, 4 m long and 40 cm thick, in hexahedra: a square core of `core` by `core` of them across, `rings`
// of them round it, `layers` along the rod. The mesh of the case:
//   gmsh -3 rod.geo -o rod.msh
// and about as many hexahedra as the paper has, 62,496 (run.sh):
//   gmsh -3 -setnumber core 8 -setnumber rings 5 -setnumber layers 279 rod.geo -o full.msh
DefineConstant[ core = 3, rings = 2, layers = 30, length = 4 ];
radius = 0.2;
inner = 0.45 * radius; // of the core's corners
Point(1) = {0, 0, 0};
For i In {0:3}
  a = (0.25 + 0.5 * i) * Pi;
  Point(10 + i) = {0, inner * Cos(a), inner * Sin(a)};
  Point(20 + i) = {0, radius * Cos(a), radius * Sin(a)};
EndFor
For i In {0:3}
  next = (i + 1) % 4;
  Line(10 + i) = {10 + i, 10 + next};
  Circle(20 + i) = {20 + i, 1, 20 + next};
  Line(30 + i) = {10 + i, 20 + i};
  Transfinite Curve {10 + i, 20 + i} = core + 1;
  Transfinite Curve {30 + i} = rings + 1;
EndFor
Curve Loop(1) = {10, 11, 12, 13};
Plane Surface(1) = {1};
For i In {0:3}
  Curve Loop(2 + i) = {30 + i, 20 + i, -(30 + (i + 1) % 4), -(10 + i)};
  Plane Surface(2 + i) = {2 + i};
EndFor
Transfinite Surface {1:5};
Recombine Surface {1:5};
whole[] = Extrude {length, 0, 0} { Surface {1:5}; Layers {layers}; Recombine; };
// of an extruded surface: its far end, its volume, its sides in the order of the loop
Physical Volume("rod") = {whole[1], whole[7], whole[13], whole[19], whole[25]};
Physical Surface("ends") = {1:5, whole[0], whole[6], whole[12], whole[18], whole[24]};
Physical Surface("side") = {whole[9], whole[15], whole[21], whole[27]};
