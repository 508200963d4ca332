import { stepwardFastify } from '@stepward/fastify';
import { fastify } from 'fastify';
import { createNote } from './notes.js';
import { api } from './stepward.js';

/** Resolves once the service listens, with what stops it. */
export async function serve(port: number): Promise<() => Promise<void>> {
  const app = fastify();
  await app.register(stepwardFastify, { api });
  app.post('/notes', async (request, reply) => {
    const { text } = request.body as { text: string };
    return reply.code(201).send(await createNote(text));
  });
  await app.listen({ port, host: '127.0.0.1' });
  return () => app.close();
}
