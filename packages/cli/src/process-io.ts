import { text } from 'node:stream/consumers';
import type { Io } from './io.js';

/**
 * The real process. A closed pipe is no error: `stepward openapi | head` ends as usual. Until a command waits for
 * them, signals end the process at once.
 */
export function processIo({ stdout, stderr, stdin }: NodeJS.Process = process): Io {
  const closed = new Promise<void>((resolve) => {
    stdout.on('error', () => resolve());
  });
  stderr.on('error', () => undefined);
  return {
    write: (line) =>
      new Promise((resolve) => {
        stdout.write(line, (error) => resolve(!error));
      }),
    warn: (line) => {
      stderr.write(`${line}\n`);
    },
    read: () => text(stdin),
    untilStopped: () => Promise.race([closed, signalled()]),
  };
}

/** The listeners stay: Ctrl-C under npx sends the signal twice, and the second must not end the process early. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGINT', () => resolve());
    process.on('SIGTERM', () => resolve());
  });
}
