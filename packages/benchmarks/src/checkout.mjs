/**
 * Loaded before each benchmark of webhooks (`--import`), in all of its processes. With `BENCH_STEPWARD=/path/of/another/checkout`
 * the packages of that checkout are measured; `dev-postgres`, which starts Postgres, is this one's in any case.
 */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const other = process.env['BENCH_STEPWARD'];
const parentURL = pathToFileURL(`${String(other)}/packages/benchmarks/package.json`).href;

// The hook itself runs in a thread of its own, which loads this file again.
if (other && isMainThread) register(import.meta.url);

/**
 * Finds `@stepward/*` as a file of the other checkout would.
 *
 * @type {import('node:module').ResolveHook}
 */
export const resolve = (specifier, context, next) =>
  specifier.startsWith('@stepward/') && specifier !== '@stepward/dev-postgres'
    ? next(specifier, { ...context, parentURL })
    : next(specifier, context);
