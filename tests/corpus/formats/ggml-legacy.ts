import type { Conventions } from '../conventions.js';

export default {
  weightsOnly: true,
} satisfies Conventions;
