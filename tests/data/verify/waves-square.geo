// A square of side 2 half with unstructured triangles, its opposite sides translates of each other. Set with
// -setnumber: half, h (edge of the triangles), seed of the random factor that keeps meshes from being alike.
DefineConstant[ half = 0.5, h = 0.1 ];
Mesh.CharacteristicLengthMin = h;
Mesh.CharacteristicLengthMax = h;
Mesh.Algorithm = 6;
Point(1) = {-half, -half, 0, h};
Point(2) = {half, -half, 0, h};
Point(3) = {half, half, 0, h};
Point(4) = {-half, half, 0, h};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {4, 3};
Line(4) = {1, 4};
Curve Loop(1) = {1, 2, -3, -4};
Plane Surface(1) = {1};
Periodic Curve{2} = {4} Translate{2 * half, 0, 0};
Periodic Curve{3} = {1} Translate{0, 2 * half, 0};
Physical Curve("left", 1) = {4};
Physical Curve("right", 2) = {2};
Physical Curve("bottom", 3) = {1};
Physical Curve("top", 4) = {3};
Physical Surface("all", 5) = {1};
