import { NestFactory } from '@nestjs/core';
import { createDemoStepward, demoTokens } from '@stepward/demo-identity';
import { AppModule } from './app.module.js';

const stepward = await createDemoStepward();
const app = await NestFactory.create(AppModule.with({ stepward, accessTokens: demoTokens }));
app.enableShutdownHooks();
const port = process.env['PORT'] ?? '3000';
await app.listen(Number(port), '127.0.0.1');
console.log(`http://127.0.0.1:${port}/me, with the token ada-password`);
