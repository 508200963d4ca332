import { serve as listen } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createFetchHandler } from '@stepward/http';
import { Hono } from 'hono';
import { createNote } from './notes.js';
import { api } from './stepward.js';

/** Resolves once the service listens, with what stops it. */
export async function serve(port: number): Promise<() => Promise<void>> {
  const app = new Hono();
  const handle = createFetchHandler(api);
  app.all('/v1/*', (c) =>
    handle(c.req.raw, { clientAddress: getConnInfo(c).remote.address, original: c }),
  );
  app.post('/notes', async (c) => {
    const { text } = await c.req.json<{ text: string }>();
    return c.json(await createNote(text), 201);
  });
  const server = listen({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
}
