/** Serves the route handlers of the app in the current folder. It stands in for Next.js, which is not installed here. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';

type Route = Readonly<Record<string, (request: Request) => Promise<Response>>>;

async function load(path: string): Promise<Route> {
  return (await import(pathToFileURL(resolve('src/app', path)).href)) as Route;
}

const [api, notes] = [await load('v1/[...path]/route.ts'), await load('notes/route.ts')];
const port = Number(process.env['PORT']);
const fetch = async (request: Request): Promise<Response> => {
  const route = new URL(request.url).pathname === '/notes' ? notes : api;
  return (await route[request.method]?.(request)) ?? new Response(null, { status: 405 });
};
serve({ fetch, port, hostname: '127.0.0.1' }, () => console.log('ready'));
process.once('SIGTERM', () => process.exit());
