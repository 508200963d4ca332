import { createHash } from 'node:crypto';

/** The beginning of the simulated time. */
export const EPOCH = Date.parse('2026-01-01T00:00:00.000Z');

/** What happened, line by line. */
export interface Trace {
  /** @param detail what is printed with the line, and is no part of the digest */
  add(line: string, detail?: unknown): void;
  /** SHA-256 of all lines, in hexadecimal. Two runs with the same one did the same. */
  digest(): string;
}

/** @param print is called with each line; null prints none */
export function createTrace(print: ((line: string) => void) | null): Trace {
  const hash = createHash('sha256');
  return {
    add(line, detail) {
      hash.update(`${line}\n`);
      print?.(detail === undefined ? line : `${line} ${JSON.stringify(detail)}`);
    },
    digest: () => hash.copy().digest('hex'),
  };
}
