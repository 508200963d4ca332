import { setImmediate } from 'node:timers/promises';
import type { Environment, Io } from '../src/io.js';
import { run } from '../src/run.js';

/** What a run of the program left. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that exists in memory alone. */
export interface RecordingIo extends Io {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  /** As SIGINT does. */
  stop(): void;
}

export function recordingIo(given: { stdin?: string; isClosed?: boolean } = {}): RecordingIo {
  const stdout: string[] = [];
  const stderr: string[] = [];
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  return {
    stdout,
    stderr,
    stop,
    async write(text) {
      if (given.isClosed) return false;
      stdout.push(text);
      return true;
    },
    warn: (line) => void stderr.push(`${line}\n`),
    read: async () => given.stdin ?? '',
    untilStopped: () => stopped,
    pause: () => setImmediate(),
  };
}

/** Runs a command line, its words as they are or apart by spaces. */
export async function runLine(
  line: string | readonly string[],
  env: Environment = {},
  io: RecordingIo = recordingIo(),
  checkRuntime?: () => Promise<void>,
): Promise<Outcome> {
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const code = await run(words, env, io, checkRuntime);
  return { code, stdout: io.stdout.join(''), stderr: io.stderr.join('') };
}
