/** Between records and rows: JSON, columns, pages. */
export { fieldsOf, type Fields } from './fields.js';
export { afterTime, timePage, timePosition, within } from './page.js';
export type { Session } from './session.js';
export { fromJson, toJson } from './stored-json.js';
