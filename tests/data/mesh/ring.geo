// Quarter of a pipe: radii 1 and 2, height 1. The files beside this one were made by
//   gmsh ring.geo -3 -format msh41 -o ring-4-ascii.msh -order 3
// with -bin, -format msh22, and of order 2 also with -setnumber Mesh.SecondOrderIncomplete 1.
Point(1) = {1, 0, 0};
Point(2) = {2, 0, 0};
Line(1) = {1, 2};
Transfinite Curve {1} = 2;
disk[] = Extrude {{0, 0, 1}, {0, 0, 0}, Pi/2} { Line{1}; Layers{2}; Recombine; };
pipe[] = Extrude {0, 0, 1} { Surface{disk[1]}; Layers{1}; Recombine; };
Physical Volume("steel") = {pipe[1]};
Physical Surface("inlet") = {disk[1]};
Physical Surface("outlet", 7) = {pipe[0]};
For i In {2:5}
  box[] = BoundingBox Surface {pipe[i]};
  If (box[0] < 0.001 && box[3] > 0.99 && box[3] < 1.001)
    Physical Surface("bore") = {pipe[i]};
  EndIf
EndFor
