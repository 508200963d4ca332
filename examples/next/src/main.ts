/** Serves the route handlers without Next.js, which this repository does not install. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import * as api from './app/v1/[...path]/route.js';
import * as payments from './app/payments/route.js';

const app = new Hono();
for (const [method, handle] of Object.entries(api)) {
  app.on(method, '/v1/*', (context) => handle(context.req.raw));
}
app.post('/payments', (context) => payments.POST(context.req.raw));
const port = Number(process.env['PORT'] ?? '3000');
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
  console.log(`http://127.0.0.1:${address.port}/v1/account/mfa, with the token ada-password`);
});
