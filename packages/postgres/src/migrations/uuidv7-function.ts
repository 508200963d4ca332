import { PINNED } from './pinned.js';

/**
 * Makes a UUID that sorts by its time, to the millisecond (version 7 of RFC 9562 section 5.7), as `uuidv7` of core
 * does. Postgres has such a function only from version 18 on, and that one always uses its own clock. Six of the
 * bytes of a random UUID become the milliseconds since 1970, and two bits turn its version from 4 into 7.
 */
export function uuidv7Function(schema: string): string {
  return `
    create function ${schema}.uuidv7(moment timestamptz) returns uuid language sql volatile ${PINNED}
    return ${uuidv7('moment')};`;
}

/** The same as an expression: a call of the function takes more than twice as long, because it sets its search path. */
export function uuidv7(moment: string): string {
  return `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from ${moment}) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid`;
}
