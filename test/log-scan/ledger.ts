/** What the tests of a file made the product say, and which secrets they know; one ledger per file. */
import { inspect } from 'node:util';
import { findLeaks } from './find-leaks.js';

const codes = new Set<string>();
const texts = new Set<string>();

/** What was said since it was last looked at, and where. */
const said = new Map<string, string>();

/** Shorter texts, and mere words, are not secrets: they would be found everywhere. */
const SECRET = /^(?=\S{7})(?=\S*[^A-Za-z_\s])\S+$/;

/** A text without blanks is a secret as it is; of others, such as messages, the codes in them are. */
export function learn(secret: unknown): void {
  if (typeof secret !== 'string') return;
  for (const [code] of secret.matchAll(/(?<!\w)[0-9]{6}(?!\w)/g)) codes.add(code);
  if (SECRET.test(secret)) texts.add(secret);
}

/** Writes down that something was said; objects with all that an inspection shows. */
export function say(place: string, what: unknown): void {
  const text = typeof what === 'string' ? what : inspect(what, EVERYTHING);
  said.set(text, place);
}

/** Leaks in what was said since the last call. */
export function takeLeaks(): readonly string[] {
  const leaks = [...said].flatMap(([text, place]) =>
    findLeaks(text, { codes, texts }).map((leak) => `${leak}, in ${place}: ${beginningOf(text)}`),
  );
  said.clear();
  return leaks;
}

/** Enough to find the place by. */
function beginningOf(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}

const EVERYTHING = {
  depth: Infinity,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
  breakLength: Infinity,
} as const;
