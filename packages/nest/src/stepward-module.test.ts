import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Post,
  type DynamicModule,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Stepward } from '@stepward/core';
import { createHttpApi, createOpaqueTokenAuthenticator, type UserPrincipal } from '@stepward/http';
import { createTestStepward } from '@stepward/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  InjectStepward,
  RequireAssurance,
  RequireGrant,
  StepwardModule,
  StepwardUser,
  type StepwardModuleOptions,
} from './index.js';

const accessTokens = createOpaqueTokenAuthenticator(async (token) =>
  token === 'weak' || token === 'strong'
    ? {
        ...{ tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' },
        assurance: token === 'strong' ? 'aal2' : 'aal1',
      }
    : null,
);

const paymentOf = ({ amount }: { readonly amount: number }) => ({
  ...{ id: 'payment_81', text: `Pay ${String(amount)}`, data: { amount } },
});

@Controller('payments')
class PaymentController {
  constructor(@InjectStepward() private readonly stepward: Stepward) {}

  @Get()
  async status() {
    await this.stepward.ready();
    return { isReady: true };
  }

  @Post('strong')
  @RequireAssurance('aal2')
  pay(@StepwardUser() user: UserPrincipal) {
    return { paidBy: user.identityId };
  }

  @Post('approved')
  @RequireGrant(({ body }: { readonly body: { readonly amount: number } }) => paymentOf(body))
  payApproved(@Body() { amount }: { readonly amount: number }) {
    return { paid: amount };
  }
}

/** What the host did, in order. */
const done: string[] = [];
const apps: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  done.splice(0);
});

async function optionsOf(changes: Partial<StepwardModuleOptions> = {}) {
  const { stepward, addIdentity } = await createTestStepward({ tenantId: 'acme' });
  await addIdentity('ada');
  const options: StepwardModuleOptions = {
    stepward,
    accessTokens,
    mounts: [{ path: '/identity', api: createHttpApi({ stepward, accessTokens }) }],
    worker: {
      start: () => void done.push('started'),
      stop: async () => void done.push('stopped'),
    },
    close: async () => void done.push('closed'),
    ...changes,
  };
  return options;
}

function appModule(stepward: DynamicModule): DynamicModule {
  class AppModule {}
  return { module: AppModule, imports: [stepward], controllers: [PaymentController] };
}

const adapters = [
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
] as const;

async function listen(app: INestApplication): Promise<string> {
  apps.push(app);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

async function serve(create: (typeof adapters)[number][1], options: StepwardModuleOptions) {
  const module = appModule(StepwardModule.forRoot(options));
  return listen(await NestFactory.create(module, create(), { logger: false }));
}

const post = (url: string, token: string, body: unknown = {}, headers = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe.each(adapters)('on %s', (_, create) => {
  it('mounts the API before the parsers of Nest, beside the routes of the host', async () => {
    const origin = await serve(create, await optionsOf());
    const status = `${origin}/identity/v1/account/mfa`;
    const headers = { authorization: 'Bearer strong' };
    expect(await (await fetch(status, { headers })).json()).toMatchObject({
      data: { enabled: false },
    });
    const malformed = await fetch(`${origin}/identity/v1/account/mfa/sms`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{',
    });
    expect([malformed.status, malformed.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json',
    ]);
    expect(await (await fetch(`${origin}/payments`)).json()).toEqual({ isReady: true });
    expect((await fetch(`${origin}/identity/unknown`)).status).toBe(404);
  });

  it('mounts at the root', async () => {
    const { stepward } = await createTestStepward();
    const mounts = [{ path: '/', api: createHttpApi({ stepward, accessTokens }) }];
    const origin = await serve(create, await optionsOf({ stepward, mounts }));
    expect((await fetch(`${origin}/v1/account/mfa`)).status).toBe(401);
  });

  it('protects a route by the level of the authentication', async () => {
    const url = `${await serve(create, await optionsOf())}/payments/strong`;
    expect(await (await post(url, 'strong')).json()).toEqual({ paidBy: 'ada' });
    const refused = await post(url, 'weak');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      401,
      'application/json; charset=utf-8',
    ]);
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="aal2"');
    expect(await refused.json()).toMatchObject({ reason: 'authentication_insufficient' });
  });

  it('protects a route by the grant of its operation', async () => {
    const options = await optionsOf();
    const used: unknown[] = [];
    const { grants } = options.stepward;
    const recording: Pick<typeof grants, 'use'> = {
      async use(grant) {
        used.push(grant);
        return grants.use(grant);
      },
    };
    const stepward: Stepward = { ...options.stepward, grants: { ...grants, ...recording } };
    const url = `${await serve(create, { ...options, stepward })}/payments/approved`;
    expect((await post(url, 'strong', { amount: 12 })).status).toBe(401);
    expect(used).toEqual([]);
    const refused = await post(url, 'strong', { amount: 12 }, { 'stepward-grant': 'unknown' });
    expect(await refused.json()).toMatchObject({ reason: 'grant_invalid' });
    expect(used).toMatchObject([{ grant: 'unknown', operation: paymentOf({ amount: 12 }) }]);
  });

  it('starts the worker when Stepward is ready, and stops it before what it uses is closed', async () => {
    const app = await NestFactory.create(
      appModule(StepwardModule.forRoot(await optionsOf())),
      create(),
      { logger: false },
    );
    expect(done).toEqual([]);
    await app.init();
    expect(done).toEqual(['started']);
    await app.close();
    expect(done).toEqual(['started', 'stopped', 'closed']);
  });

  it('is mounted in the application of a testing module', async () => {
    const imports = [appModule(StepwardModule.forRoot(await optionsOf()))];
    const module = await Test.createTestingModule({ imports }).compile();
    const origin = await listen(module.createNestApplication(create(), { logger: false }));
    expect((await fetch(`${origin}/identity/v1/account/mfa`)).status).toBe(401);
  });
});

it('makes its options from other providers', async () => {
  const made = await optionsOf();
  @Injectable()
  class Configuration {
    readonly options = made;
  }
  @Module({ providers: [Configuration], exports: [Configuration] })
  class ConfigurationModule {}
  @Injectable()
  class SignIns {
    constructor(
      @InjectStepward() readonly stepward: Stepward,
      @Inject(Configuration) readonly configuration: Configuration,
    ) {}
  }
  const stepward = StepwardModule.forRootAsync({
    imports: [ConfigurationModule],
    inject: [Configuration],
    useFactory: ({ options }: Configuration) => options,
  });
  class AppModule {}
  const app = { imports: [stepward, ConfigurationModule], providers: [SignIns] };
  const context = await NestFactory.createApplicationContext(
    { module: AppModule, ...app },
    {
      logger: false,
    },
  );
  apps.push(context);
  expect(context.get(SignIns).stepward).toBe(made.stepward);
  expect(done).toEqual(['started']);
});

it('does not start an application whose database is not ready', async () => {
  const options = await optionsOf();
  const stepward = { ...options.stepward, ready: () => Promise.reject(new Error('not migrated')) };
  const module = appModule(StepwardModule.forRoot({ ...options, stepward }));
  const app = await NestFactory.create(module, new ExpressAdapter(), { logger: false });
  await expect(app.init()).rejects.toThrow('not migrated');
  expect(done).toEqual([]);
});
