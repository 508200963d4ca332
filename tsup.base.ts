/**
 * How every published package is built: ES modules and CommonJS, each with its types.
 * What is built is read from the package's own `exports` map, so that an entry point is declared once.
 */
import type { Options } from 'tsup';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

const sourceCondition = '@stepward/source';

const shared = {
  target: 'node20',
  platform: 'node',
  // `npm run typecheck` checks types, once for all packages.
  dts: { compilerOptions: { noCheck: true } },
  // What two entry points share is one file, so that a class or a symbol exists once.
  splitting: true,
  // The code is not minified, so stack traces are readable as they are; maps were three times its size.
  sourcemap: false,
} satisfies Options;

/** Builds every entry point of the package's `exports` map. */
export function library(manifest: Manifest): Options {
  return { ...shared, entry: entryPoints(manifest), format: ['esm', 'cjs'], clean: true };
}

/** Builds one file that is run, not imported: an ES module without types. */
export function program(name: string, source: string): Options {
  return { ...shared, entry: { [name]: source }, format: ['esm'], dts: false, clean: true };
}

/** `./src/testing/index.ts` becomes the entry `testing/index`, that is `dist/testing/index.js` and its kin. */
function entryPoints(manifest: Manifest): Record<string, string> {
  const sources = Object.values(manifest.exports).flatMap((target) =>
    isConditional(target) ? [target[sourceCondition]] : [],
  );
  return Object.fromEntries(
    sources.map((source) => [source.replace(/^\.\/src\//, '').replace(/\.ts$/, ''), source]),
  );
}

function isConditional(target: unknown): target is { readonly [sourceCondition]: string } {
  return typeof target === 'object' && target !== null && sourceCondition in target;
}
