import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Stepward } from '@stepward/core';
import { createFetchHandler, createHttpApi, type AccessTokenAuthenticator } from '@stepward/http';
import { build } from 'esbuild';
import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';

export interface AppOptions {
  readonly stepward: Stepward;
  readonly accessTokens: AccessTokenAuthenticator;
  /** Where the pages are served from, for example `https://app.example.com`. */
  readonly origin: string;
}

const browser = fileURLToPath(new URL('../browser/', import.meta.url));

/** The API behind a cookie, and two pages that call it: `/plain` and `/react`. */
export async function createApp({ stepward, accessTokens, origin }: AppOptions): Promise<Hono> {
  const credentials = { cookie: 'session' };
  const handle = createFetchHandler(
    createHttpApi({ stepward, accessTokens, credentials, allowedOrigins: [origin] }),
  );
  const app = new Hono();
  app.all('/v1/*', (context) =>
    handle(context.req.raw, { clientAddress: getConnInfo(context).remote.address }),
  );
  for (const [name, entry] of [
    ['plain', 'plain.ts'],
    ['react', 'react.tsx'],
  ] as const) {
    const html = await readFile(`${browser}${name}.html`, 'utf8');
    const script = await bundle(`${browser}${entry}`);
    app.get(`/${name}`, (context) => {
      // Your sign-in sets it after the password.
      setCookie(context, 'session', 'ada-password', { httpOnly: true, sameSite: 'Lax' });
      return context.html(html);
    });
    app.get(`/${name}.js`, (context) =>
      context.body(script, { headers: { 'content-type': 'text/javascript' } }),
    );
  }
  return app;
}

/** A script with all that it imports, as your bundler makes it. */
async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    write: false,
    minify: true,
    conditions: ['@stepward/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
