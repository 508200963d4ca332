/** The tables of the file. */
export { CLOCK } from './clock.js';
export { migrate } from './migrate.js';
