import { NestFactory } from '@nestjs/core';
import { describeApp, enrolPhone, runApp, type Listen } from '@stepward/demo-identity/testing';
import { expect, it, onTestFinished } from 'vitest';
import { AppModule } from '../src/app.module.js';

const MOUNT = '/identity';

const listen: Listen = async (options) => {
  const app = await NestFactory.create(AppModule.with(options), { logger: false });
  onTestFinished(() => app.close());
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
};

describeApp('NestJS', listen, MOUNT);

it('a controller sees the phone that was enrolled', async () => {
  const app = await runApp(listen);
  await enrolPhone(app, MOUNT);
  const me = await app.send('GET', '/me', 'ada-password');
  expect(await me.json()).toEqual({ identityId: 'ada', methods: ['sms'] });
});
