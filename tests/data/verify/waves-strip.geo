// A strip, periodic along x, with an interface at y = 0 between "lower" and "upper". Set with -setnumber:
// width, below, above (depths of the two parts, above 0 for none), h (edge of the triangles).
DefineConstant[ below = 1.4, above = 1.9, width = 1, h = 0.1 ];
Mesh.CharacteristicLengthMin = h;
Mesh.CharacteristicLengthMax = h;
Mesh.Algorithm = 6;
Point(1) = {0, -below, 0, h};
Point(2) = {width, -below, 0, h};
Point(3) = {width, 0, 0, h};
Point(4) = {0, 0, 0, h};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {4, 3};
Line(4) = {1, 4};
Curve Loop(1) = {1, 2, -3, -4};
Plane Surface(1) = {1};
Periodic Curve{2} = {4} Translate{width, 0, 0};
Physical Curve("bottom", 1) = {1};
Physical Surface("lower", 1) = {1};
If (above > 0)
    Point(5) = {width, above, 0, h};
    Point(6) = {0, above, 0, h};
    Line(5) = {3, 5};
    Line(6) = {6, 5};
    Line(7) = {4, 6};
    Curve Loop(2) = {3, 5, -6, -7};
    Plane Surface(2) = {2};
    Periodic Curve{5} = {7} Translate{width, 0, 0};
    Physical Curve("left", 3) = {4, 7};
    Physical Curve("right", 4) = {2, 5};
    Physical Curve("top", 2) = {6};
    Physical Surface("upper", 2) = {2};
Else
    Physical Curve("left", 3) = {4};
    Physical Curve("right", 4) = {2};
    Physical Curve("top", 2) = {3};
EndIf
