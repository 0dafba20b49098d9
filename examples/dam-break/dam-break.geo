// A square of 200 m with a dam, 10 m thick, and a breach of 75 m in it.
// Made with: gmsh -2 -format msh41 dam-break.geo -o dam-break.msh
side = 200;
upstream = 95;      // face of the dam
downstream = 105;
low = 95;           // the breach
high = 170;
coarse = 5.5;
fine = 3.5;

Point(1) = {0, 0, 0, coarse};
Point(2) = {upstream, 0, 0, coarse};
Point(3) = {upstream, low, 0, fine};
Point(4) = {downstream, low, 0, fine};
Point(5) = {downstream, 0, 0, coarse};
Point(6) = {side, 0, 0, coarse};
Point(7) = {side, side, 0, coarse};
Point(8) = {downstream, side, 0, coarse};
Point(9) = {downstream, high, 0, fine};
Point(10) = {upstream, high, 0, fine};
Point(11) = {upstream, side, 0, coarse};
Point(12) = {0, side, 0, coarse};

Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 7};
Line(7) = {7, 8};
Line(8) = {8, 9};
Line(9) = {9, 10};
Line(10) = {10, 11};
Line(11) = {11, 12};
Line(12) = {12, 1};
Line(13) = {3, 10};                               // where the reservoir ends

Curve Loop(1) = {1, 2, 13, 10, 11, 12};
Plane Surface(1) = {1};
Curve Loop(2) = {3, 4, 5, 6, 7, 8, 9, -13};
Plane Surface(2) = {2};

Physical Surface("reservoir") = {1};
Physical Surface("plain") = {2};
Physical Curve("dam") = {2, 3, 4, 8, 9, 10};
Physical Curve("rim") = {1, 5, 7, 11, 12};
Physical Curve("outflow") = {6};
