// A valley of 800 m by 160 m with a meandering channel, 24 m wide: y = 40 sin(2 pi x / 400).
// Made with: gmsh -2 -format msh41 river.geo -o river.msh
length = 800;
half = 80;          // of the valley
bank = 12;          // from the channel's axis to its bank
steps = 64;         // pieces of the axis
fine = 6;
coarse = 20;

For i In {0:steps}
  x = length * i / steps;
  axis = 40 * Sin(2 * Pi * x / 400);
  Point(100 + i) = {x, axis - bank, 0, fine};
  Point(300 + i) = {x, axis + bank, 0, fine};
EndFor
Point(1) = {0, -half, 0, coarse};
Point(2) = {length, -half, 0, coarse};
Point(3) = {length, half, 0, coarse};
Point(4) = {0, half, 0, coarse};

Spline(1) = {100:(100 + steps)};                  // right bank
Spline(2) = {300:(300 + steps)};                  // left bank
Line(3) = {100, 300};                             // where the river comes in
Line(4) = {100 + steps, 300 + steps};             // where it leaves
Line(5) = {1, 100};
Line(6) = {300, 4};
Line(7) = {2, 100 + steps};
Line(8) = {300 + steps, 3};
Line(9) = {1, 2};
Line(10) = {4, 3};

Curve Loop(1) = {1, 4, -2, -3};
Plane Surface(1) = {1};
Curve Loop(2) = {9, 7, -1, -5};
Plane Surface(2) = {2};
Curve Loop(3) = {2, 8, -10, -6};
Plane Surface(3) = {3};

Physical Surface("channel") = {1};
Physical Surface("plain") = {2, 3};
Physical Curve("inflow") = {3};
Physical Curve("outflow") = {4, 7, 8};
Physical Curve("valley") = {5, 6, 9, 10};
