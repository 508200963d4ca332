import { createDemoStepward, demoTokens } from '@stepward/demo-identity';
import { createApp } from './app.js';

const app = createApp({ stepward: await createDemoStepward(), accessTokens: demoTokens });
const port = process.env['PORT'] ?? '3000';
app.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${port}/v1/account/mfa, with the token ada-password`);
});
