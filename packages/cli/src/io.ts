import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { codeOf, Failure } from './failures.js';

/** What the program uses of its process. */
export interface Io {
  /** Writes to standard output. Resolves to false if the reader has closed the pipe. */
  write(text: string): Promise<boolean>;
  /** Writes one line for people to standard error. */
  warn(line: string): void;
  /** Reads standard input to its end. */
  read(): Promise<string>;
  /** Resolves when SIGINT or SIGTERM stops the program, or when standard output is closed. */
  untilStopped(): Promise<void>;
  /** Resolves after that many milliseconds. */
  pause(ms: number): Promise<void>;
}

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
    pause: (ms) => setTimeout(ms),
  };
}

/** The listeners stay: Ctrl-C under npx sends the signal twice, and the second must not end the process early. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGINT', () => resolve());
    process.on('SIGTERM', () => resolve());
  });
}

/** Reads a file as UTF-8, or standard input for `-`. @throws Failure where there is no such file. */
export async function readText(file: string, io: Io): Promise<string> {
  if (file === '-') return io.read();
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure('file_unreadable', `cannot read ${file}: ${codeOf(error)}`, { cause: error });
  }
}
