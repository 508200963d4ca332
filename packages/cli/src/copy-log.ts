import { readFile, rename, writeFile } from 'node:fs/promises';
import type { LogEntry, LogName, Stepward } from '@stepward/core';
import { codeOf, Failure } from './failures.js';
import { requireTenant } from './tenant.js';

/** What to copy, and where to. */
export interface LogCopy {
  readonly tenantId: string;
  readonly log: LogName;
  readonly position: Position;
  /** The object that is written as a line. */
  readonly lineOf: (entry: LogEntry) => object;
  /** Resolves to false once there is no more to be written: the reader has closed the pipe, or a signal came. */
  readonly write: (text: string) => Promise<boolean>;
  /** Waits for new entries, and resolves to false if there is nothing to wait for. */
  readonly waitForMore: () => Promise<boolean>;
  /** Called after each read. */
  readonly onRead: () => void;
}

/** How far a copy has come. */
export interface Position {
  /** The id of the last entry that was written; null for none. */
  readonly last: string | null;
  moveTo(id: string): Promise<void>;
}

/** Writes the entries that follow the position, each batch before the position moves. */
export async function copyLog(stepward: Stepward, copy: LogCopy): Promise<void> {
  const { tenantId, log, position, lineOf, write, waitForMore, onRead } = copy;
  for (;;) {
    const entries = await stepward.logs.read(tenantId, { log, after: position.last });
    if (entries === null) {
      const message = `the ${log} log of ${tenantId} has no entry ${String(position.last)}`;
      throw new Failure('entry_not_found', message);
    }
    onRead();
    const last = entries.at(-1);
    if (last === undefined) {
      if (position.last === null) await requireTenant(stepward, tenantId);
      if (!(await waitForMore())) return;
    } else {
      const lines = entries.map((entry) => `${JSON.stringify(lineOf(entry))}\n`);
      if (!(await write(lines.join('')))) return;
      await position.moveTo(last.id);
    }
  }
}

/** A position that ends with the program. */
export function positionAfter(id: string | null): Position {
  let last = id;
  return {
    get last() {
      return last;
    },
    async moveTo(next) {
      last = next;
    },
  };
}

/** A position in a file, which begins at the oldest entry where there is no such file. */
export async function positionIn(file: string): Promise<Position> {
  const position = positionAfter(await readId(file));
  return {
    get last() {
      return position.last;
    },
    async moveTo(id) {
      await replaceFile(file, `${id}\n`);
      await position.moveTo(id);
    },
  };
}

async function readId(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new Failure('file_unreadable', `cannot read ${file}: ${codeOf(error)}`, { cause: error });
  }
}

/** A crash leaves the old content or the new one, never a part. */
async function replaceFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.new`, text, { flush: true });
    await rename(`${file}.new`, file);
  } catch (error) {
    const message = `cannot write ${file}: ${codeOf(error)}`;
    throw new Failure('file_not_written', message, { cause: error });
  }
}
