import type { Conventions } from '../conventions.js';

const kPickled = 'unpickles the objects; their values are objects of Python, which are not shown';

export default {
  weightsOnly: true,
  readBetter: {
    'numpy/scipy_structured_dtype.npy': [
      {
        where: 'weights.weights[].first',
        because: 'the peer shows bytes of the records, which are rows of several fields',
      },
    ],
    ...Object.fromEntries(
      ['mtcnn_det1.npy', 'py2-objarr.npy', 'py3-objarr.npz'].map((file) => [
        `numpy/${file}`,
        [{ where: 'weights.weights[', because: `the peer ${kPickled}` }],
      ]),
    ),
  },
} satisfies Conventions;
