// A sedimentary basin, half an ellipse 3 km wide and 600 m deep, in rock 6 km wide and 2.4 km deep. Lengths in m.
// gmsh -2 -format msh22 basin.geo -o basin.msh
Point(1) = {0, -2400, 0, 220};
Point(2) = {6000, -2400, 0, 220};
Point(3) = {6000, 0, 0, 220};
Point(4) = {4500, 0, 0, 70};
Point(5) = {1500, 0, 0, 70};
Point(6) = {0, 0, 0, 220};
Point(7) = {3000, 0, 0, 70};
Point(8) = {3000, -600, 0, 90};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 1};
Ellipse(7) = {5, 7, 5, 8};
Ellipse(8) = {8, 7, 4, 4};
Curve Loop(1) = {4, 7, 8};
Plane Surface(1) = {1};
Curve Loop(2) = {1, 2, 3, -8, -7, 5, 6};
Plane Surface(2) = {2};
Physical Surface("sediment") = {1};
Physical Surface("rock") = {2};
Physical Curve("surface") = {3, 4, 5};
Physical Curve("sides") = {2, 6};
Physical Curve("bottom") = {1};
Mesh.Algorithm = 6;
