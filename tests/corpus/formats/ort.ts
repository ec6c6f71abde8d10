import type { Conventions } from '../conventions.js';

export default {} satisfies Conventions;
