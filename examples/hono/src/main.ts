import { serve } from '@hono/node-server';
import { createDemoStepward, demoTokens } from '@stepward/demo-identity';
import { createApp } from './app.js';

const app = createApp({ stepward: await createDemoStepward(), accessTokens: demoTokens });
const port = Number(process.env['PORT'] ?? '3000');
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
  console.log(`http://127.0.0.1:${address.port}/v1/account/mfa, with the token ada-password`);
});
