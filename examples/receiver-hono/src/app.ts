import { createReceiver, fetchHandler, memoryDeduplication } from '@stepward/receiver';
import { Hono } from 'hono';

export interface AppOptions {
  /** The secret as the subscriber was shown it, `whsec_` included. */
  readonly secret: string;
}

/** Keeps a list of members from the events of a Stepward service: `GET /members` shows it. */
export function createApp({ secret }: AppOptions): Hono {
  const members = new Map<string, string>();
  // In memory: for several processes, `sqlDeduplication` keeps it in a table.
  const receiver = createReceiver({
    secrets: [secret],
    deduplication: { store: memoryDeduplication() },
  });
  const receive = fetchHandler(receiver, {
    'user.created': ({ data }) => {
      members.set(data.id, data.email);
    },
    'user.deleted': ({ data }) => {
      members.delete(data.id);
    },
  });

  const app = new Hono();
  app.post('/webhooks', (context) => receive(context.req.raw));
  app.get('/members', (context) => context.json(Object.fromEntries(members)));
  return app;
}
