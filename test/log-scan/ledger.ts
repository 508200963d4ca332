/**
 * What the tests of a file made the product say, and which secrets they know. `setup.ts` empties it after each file,
 * and forgets a test's codes after the test: any number of six digits is some code, and only those count that the
 * running test could have leaked.
 */
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

/** Codes of the running test; those that hooks issued are not among them, and last as long as the file. */
let codesOfTest: Set<string> | null = null;

/** What was said since it was last looked at, and where. */
const said = new Map<string, Place>();

/** Shorter texts, and mere words, are not secrets: they would be found everywhere. */
const SECRET = /^(?=.{7})(?=.*[^A-Za-z_])\S+$/;

/** Six digits are a one-time code; other texts count where they have no blanks, unlike messages. */
export function learn(secret: unknown): void {
  if (typeof secret !== 'string') return;
  if (/^[0-9]{6}$/.test(secret)) learnCode(secret);
  else if (SECRET.test(secret)) texts.add(secret);
}

function learnCode(code: string): void {
  if (codes.has(code)) return;
  codes.add(code);
  codesOfTest?.add(code);
}

/** From now on, codes belong to a test. */
export function beginTest(): void {
  codesOfTest = new Set();
}

/** Forgets the codes of the test. */
export function endTest(): void {
  for (const code of codesOfTest ?? []) codes.delete(code);
  codesOfTest = null;
}

/** Forgets everything. */
export function emptyLedger(): void {
  codes.clear();
  texts.clear();
  said.clear();
}

/** Writes down that something was said; of objects, and of JSON, all that an inspection shows. */
export function say(place: Place, what: unknown): void {
  said.set(typeof what === 'string' ? readable(what) : inspect(what, EVERYTHING), place);
}

function readable(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    return inspect(JSON.parse(text), EVERYTHING);
  } catch {
    return text;
  }
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
  // A code is always a text. A number (`retryAfterMs: 958_000`) is none, whatever its digits.
  numericSeparator: true,
  depth: Infinity,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
  breakLength: Infinity,
} as const;
