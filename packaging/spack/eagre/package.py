# Spack's description of eagre: `spack repo create`, copy this folder to its packages, `spack install eagre`.
from spack.package import *


class Eagre(CMakePackage):
    """Element methods for floods, waves, flows and heat on CPUs and GPUs, with bit-identical results."""

    homepage = "https://example.org/eagre"
    git = "https://example.org/eagre.git"

    license("Apache-2.0")

    version("main", branch="main")

    variant("mpi", default=True, description="runs on many ranks")
    variant("p4est", default=True, description="meshes of quadtrees and octrees")
    variant("stationxml", default=True, description="instrument responses from StationXML")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("opencl-headers", type="build")

    depends_on("libyaml")
    depends_on("jansson")
    depends_on("xxhash")
    depends_on("hdf5@1.10:")
    depends_on("cairo+ft+fc")
    depends_on("fontconfig")
    depends_on("zlib-api")
    depends_on("expat", when="+stationxml")
    depends_on("mpi", when="+mpi")
    depends_on("mpi", when="+p4est")
    depends_on("p4est@2.2:2", when="+p4est")
    # the command compiles its kernels when it starts
    depends_on("gcc", type="run")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("EAGRE_TESTS", False),
            self.define("CMAKE_BUILD_TYPE", "RelWithDebInfo"),
            self.define_from_variant("EAGRE_MPI", "mpi"),
            self.define_from_variant("EAGRE_P4EST", "p4est"),
            self.define_from_variant("EAGRE_STATIONXML", "stationxml"),
        ]
