/** What the tests of a file made the product say, and which secrets they know; one ledger per file. */
import { inspect } from 'node:util';
import { findLeaks } from './find-leaks.js';

/** Where something is said: for operators, for auditors, or to a caller. */
export type Place = 'a log line' | 'an audit entry' | 'an error';

/** A secret in what was said. */
export interface Leak {
  readonly leak: string;
  readonly place: Place;
  /** The beginning of the text that it is in. */
  readonly text: string;
}

const codes = new Set<string>();
const texts = new Set<string>();

/** What was said since it was last looked at, and where. */
const said = new Map<string, Place>();

/** Shorter texts, and mere words, are not secrets: they would be found everywhere. */
const SECRET = /^(?=.{7})(?=.*[^A-Za-z_])\S+$/;

/** A text without blanks is a secret as it is; of others, such as messages, the codes in them are. */
export function learn(secret: unknown): void {
  if (typeof secret !== 'string') return;
  for (const [code] of secret.matchAll(/(?<!\w)[0-9]{6}(?!\w)/g)) codes.add(code);
  if (SECRET.test(secret)) texts.add(secret);
}

/** Writes down that something was said; of objects all that an inspection shows. */
export function say(place: Place, what: unknown): void {
  said.set(typeof what === 'string' ? what : inspect(what, EVERYTHING), place);
}

/** Leaks in what was said since the last call. */
export function takeLeaks(): readonly Leak[] {
  const leaks = [...said].flatMap(([text, place]) =>
    findLeaks(text, { codes, texts }).map((leak) => ({ leak, place, text: text.slice(0, 300) })),
  );
  said.clear();
  return leaks;
}

/**
 * For a test that sends secrets where none belong: leaks since the last call, without those in errors, which
 * tell a caller nothing but its own words.
 */
export function takeLeaksBesideEchoes(): readonly Leak[] {
  return takeLeaks().filter(({ place }) => place !== 'an error');
}

const EVERYTHING = {
  depth: Infinity,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
  breakLength: Infinity,
} as const;
