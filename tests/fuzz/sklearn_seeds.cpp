// sklearn_seeds FOLDER: writes seeds for sklearn_fuzz.

#include "support/pickle_builder.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    using netloupe::support::PickleBuilder;
    PickleBuilder estimator;
    estimator.global("sklearn.linear_model", "Ridge").mark().tuple().make().mark().text("alpha").real(0.5);
    estimator.text("coef_").global("numpy.core.multiarray", "_reconstruct").mark().global("numpy", "ndarray");
    estimator.integers({0}).bytes("b").tuple().call().mark().integer(1).integers({2});
    estimator.global("numpy", "dtype")
        .mark()
        .text("i2")
        .tuple()
        .call()
        .mark()
        .integer(3)
        .text("<")
        .tuple()
        .state();
    estimator.boolean(false).bytes("1234").tuple().state().dict().state();
    return netloupe::fuzz::write_seeds(
        argc, argv,
        {{"estimator.pkl", estimator.build()}, {"old.pkl", "(dp0\nS'a'\np1\ncos\nsystem\np2\n(S'ls'\ntRs."}});
}
