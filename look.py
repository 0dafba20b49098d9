import sys
for name in sys.argv[1:]:
    exec(open(name + ".py").read())
    print(name, len(fields.TimestepValues), dimension, fields.GetDataInformation().GetNumberOfCells(),
          "%.6g %.6g" % data[variable].GetRange(0))
    Delete(view)
