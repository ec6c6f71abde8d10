import type { Conventions } from '../conventions.js';

const unnamed = [{ where: 'weights.weights', because: 'the peer gives arrays of objects no names' }];

export default {
  // Parameters are attributes here and inputs there.
  weightsOnly: true,
  readBetter: Object.fromEntries(
    [
      'iris.joblib',
      'joblib_0.10.0_pickle_py27_np17.pkl',
      'mnist-svm.joblib',
      'sklearn_mnist_model.pkl',
      'sklearn_regression_model.pkl',
    ].map((file) => [`sklearn/${file}`, unnamed]),
  ),
} satisfies Conventions;
