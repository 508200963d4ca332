import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { root } from '../docs/pages.js';

/** The globals of an edge runtime that our packages may use; there is nothing of Node among them. */
const { AbortController, AbortSignal, Headers, ReadableStream, Request, Response } = globalThis;
const { FormData, TextDecoder, TextEncoder, URL, URLSearchParams, crypto, fetch } = globalThis;
const { atob, btoa } = globalThis;
const WEB = {
  ...{ AbortController, AbortSignal, Headers, ReadableStream, Request, Response },
  ...{ FormData, TextDecoder, TextEncoder, URL, URLSearchParams, crypto, fetch, atob, btoa },
};

/**
 * Bundles a module into one file for runtimes without Node, and loads it where there is none. Fails where the module, or
 * anything that it imports, imports a module of Node.
 *
 * @param path of the module, from the root of the repository.
 */
export async function loadOnEdge<Exports>(path: string): Promise<Exports> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'neutral',
    mainFields: ['module'],
    conditions: ['@stepward/source'],
    format: 'iife',
    globalName: 'bundled',
    logLevel: 'silent',
  });
  const context = createContext({ ...WEB });
  const isNode: unknown = runInContext('typeof process + typeof require + typeof Buffer', context);
  if (isNode !== 'undefined'.repeat(3)) throw new Error('this is Node');
  runInContext(outputFiles[0]?.text ?? '', context, { filename: path });
  return runInContext('bundled', context) as Exports;
}
