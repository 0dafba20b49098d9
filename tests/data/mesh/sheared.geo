// Two sheared boxes, of one element each: nodes of every degree stand where the corners say.
Point(1) = {0, 0, 0};
l[] = Extrude {1, 0.2, 0.1} { Point{1}; Layers{1}; Recombine; };
s[] = Extrude {-0.3, 2, 0.4} { Curve{l[1]}; Layers{2}; Recombine; };
v[] = Extrude {0.5, 0.1, 3} { Surface{s[1]}; Layers{1}; Recombine; };
Physical Volume("all") = {v[1]};
Physical Surface("below") = {s[1]};
