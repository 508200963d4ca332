import { stepwardExpress } from '@stepward/express';
import express from 'express';
import { createNote } from './notes.js';
import { api } from './stepward.js';

/** Resolves once the service listens, with what stops it. */
export async function serve(port: number): Promise<() => Promise<void>> {
  const app = express();
  app.use(stepwardExpress(api));
  app.post('/notes', express.json(), async (request, response) => {
    const { text } = request.body as { text: string };
    response.status(201).json(await createNote(text));
  });
  const server = app.listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
}
