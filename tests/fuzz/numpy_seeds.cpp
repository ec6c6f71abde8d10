// numpy_seeds FOLDER: writes seeds for numpy_fuzz.

#include "build_numpy.h"
#include "support/zip_builder.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    using netloupe::numpy_test::array;
    using netloupe::support::ZipBuilder;
    const std::string plain = array("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1), }", "01234567");
    return netloupe::fuzz::write_seeds(
        argc, argv,
        {{"plain.npy", plain},
         {"record.npy",
          array("{'descr': [('a', '<i2'), ('b', '|S2', (2,))], 'fortran_order': False, 'shape': (1,)}",
                "012345", 2)},
         {"text.npy", array("{'descr': '>U1', 'fortran_order': False, 'shape': ()}", "0123")},
         {"both.npz",
          ZipBuilder().add("a.npy", plain).add("b.npy", plain, ZipBuilder::Pack::kDeflated).build()}});
}
