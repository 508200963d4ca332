import { serve } from '@hono/node-server';
import { createDemoStepward, demoTokens } from '@stepward/demo-identity';
import { createApp } from './app.js';

const port = Number(process.env['PORT'] ?? '3000');
const origin = `http://127.0.0.1:${port}`;
const stepward = await createDemoStepward();
const app = await createApp({ stepward, accessTokens: demoTokens, origin });
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => {
  console.log(`${origin}/plain and ${origin}/react`);
});
