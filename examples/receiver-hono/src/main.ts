import { serve } from '@hono/node-server';
import { createApp } from './app.js';

const { WEBHOOK_SECRET, PORT = '3001' } = process.env;
if (WEBHOOK_SECRET === undefined) {
  throw new Error('set WEBHOOK_SECRET to the secret of the subscriber, whsec_…');
}
const app = createApp({ secret: WEBHOOK_SECRET });
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`http://127.0.0.1:${String(port)}/webhooks receives; /members shows the result`);
});
