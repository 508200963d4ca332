export { createHibp, type HibpFetch, type HibpOptions } from './hibp.js';
