import { chownSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ServerUser } from './server-user.js';

/**
 * Makes the temporary directory (mode 0700) in which one server keeps everything: data, log,
 * password file and, where they had to be copied, binaries. Synchronous, so that a guard can be put
 * over it in the same tick.
 */
export function createServerDirectory(user: ServerUser): string {
  const directory = mkdtempSync(join(parentFor(user), 'stepward-postgres-'));
  if (user) chownSync(directory, user.uid, user.gid);
  return directory;
}

/** A `TMPDIR` below a home that only root may enter is of no use to the user the server runs as. */
function parentFor(user: ServerUser): string {
  return user === null || othersMayEnter(tmpdir()) ? tmpdir() : '/tmp';
}

function othersMayEnter(directory: string): boolean {
  const entered = (statSync(directory).mode & 0o001) !== 0;
  const parent = dirname(directory);
  return entered && (parent === directory || othersMayEnter(parent));
}
