import { ok } from '@stepward/core';
import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createOpaqueTokenAuthenticator } from '../auth/opaque-token-authenticator.js';
import type { HttpResponse } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';
import {
  createAccountWorld,
  jsonOf,
  recordingLogger,
  toHttpRequest,
  type AccountWorld,
  type LogLine,
  type TestRequest,
} from '../../test/worlds/account-world.js';
import { createCustomerWorld } from '../../test/worlds/customer-world.js';
import { createServeOnce, type ServeOnceOptions } from './serve-once.js';

const SMS = '/v1/account/mfa/sms';
const START: TestRequest = { method: 'POST', path: SMS };
const VERIFY_WRONG: TestRequest = { method: 'PUT', path: SMS, body: { code: 'x' } };

const keyed = (request: TestRequest, key = 'key-1'): TestRequest => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': [key] },
});
const outcomeOf = (response: HttpResponse): unknown =>
  response.status < 400 ? response.status : `${response.status} ${jsonOf(response).reason}`;
const isReplay = ({ headers }: HttpResponse): boolean => headers['idempotency-replayed'] === 'true';

describe('a request without an Idempotency-Key', () => {
  it('is served each time, and costs no unit of work beside its own', async () => {
    const world = await createAccountWorld();
    const first = await world.call(START);
    expect([first.status, isReplay(first), world.unitsOfWork()]).toEqual([201, false, 1]);
    expect(outcomeOf(await world.call(START))).toBe('429 send_cooling_down');
  });

  it.each([
    ['GET', '/v1/account/mfa'],
    ['DELETE', SMS],
  ])('is what %s is, header or not', async (method, path) => {
    const world = await createAccountWorld();
    await world.call(START);
    const before = world.unitsOfWork();
    const response = await world.call(keyed({ method, path }, ''));
    expect([response.status, world.unitsOfWork() - before]).toEqual([200, 1]);
  });
});

describe('a request with an Idempotency-Key', () => {
  it('that is repeated at another assurance is another request, so that no answer reaches a weaker session', async () => {
    const world = await createAccountWorld();
    const strong = { ...START, token: 'ada-aal2-token' };
    expect((await world.call(keyed(strong))).status).toBe(201);
    for (const token of ['ada-aal1-token', 'ada-token']) {
      const weaker = await world.call(keyed({ ...START, token }));
      expect([outcomeOf(weaker), isReplay(weaker)]).toEqual(['429 send_cooling_down', false]);
    }
    expect(isReplay(await world.call(keyed(strong)))).toBe(true);
  });

  it('that is repeated sends no message, and gives the same answer for one unit of work', async () => {
    const world = await createAccountWorld();
    const first = await world.call(keyed(START));
    expect([first.status, isReplay(first), world.unitsOfWork()]).toEqual([201, false, 3]);
    const again = await world.call(keyed({ ...START, headers: { 'x-request-id': ['mine'] } }));
    expect(again).toEqual({
      ...first,
      headers: { ...first.headers, 'x-request-id': 'mine', 'idempotency-replayed': 'true' },
    });
    expect([world.sms.sent.length, world.unitsOfWork()]).toEqual([1, 4]);
  });

  it('in quotation marks or bare is one and the same', async () => {
    const world = await createAccountWorld();
    await world.call(keyed(START, 'key-1'));
    expect(isReplay(await world.call(keyed(START, '"key-1"')))).toBe(true);
  });

  it('that was refused by its rules is refused again, with a request id of its own', async () => {
    const world = await createAccountWorld();
    const request = keyed(VERIFY_WRONG);
    const first = await world.call(request);
    await world.call(START);
    const again = await world.call({
      ...request,
      headers: { ...request.headers, 'x-request-id': ['mine'] },
    });
    expect([outcomeOf(first), isReplay(first)]).toEqual(['404 nothing_pending', false]);
    expect(isReplay(again)).toBe(true);
    expect(again.body).toBe(first.body?.replace('test-request', 'mine'));
  });

  it("that is refused again goes through the host's renderer as well", async () => {
    const world = await createAccountWorld({
      renderProblem: ({ reason }) => ({ contentType: 'text/plain', body: reason }),
    });
    await world.call(keyed(VERIFY_WRONG));
    const again = await world.call(keyed(VERIFY_WRONG));
    expect([isReplay(again), again.headers['content-type'], again.body]).toEqual([
      true,
      'text/plain',
      'nothing_pending',
    ]);
  });

  it.each([
    ['body', { method: 'PUT', path: SMS, body: { code: 'y' } }],
    ['query', { ...VERIFY_WRONG, query: 'a=1' }],
  ])('and another %s is 422, and nothing is done', async (_, other) => {
    const world = await createAccountWorld();
    await world.call(keyed(VERIFY_WRONG));
    const before = world.unitsOfWork();
    expect(outcomeOf(await world.call(keyed(other)))).toBe('422 idempotency_key_reused');
    expect(world.unitsOfWork() - before).toBe(1);
  });

  it.each<readonly [string, TestRequest, string | number]>([
    ['person', { ...VERIFY_WRONG, token: 'bob-token' }, '404 nothing_pending'],
    ['tenant', { ...VERIFY_WRONG, token: 'gus-token' }, '404 nothing_pending'],
    ['method', START, 201],
    ['path', { ...VERIFY_WRONG, path: '/v1/account/phone' }, '400 body_invalid'],
  ])('of another %s is another', async (_, other, outcome) => {
    const world = await createAccountWorld();
    await world.call(keyed(VERIFY_WRONG));
    const response = await world.call(keyed(other));
    expect([outcomeOf(response), isReplay(response)]).toEqual([outcome, false]);
    expect(isReplay(await world.call(keyed(VERIFY_WRONG)))).toBe(true);
  });

  it.each(['', 'a b', '"a', 'k'.repeat(256), 'k'.repeat(10_240)])(
    '%j is 400, and nothing is done',
    async (key) => {
      const world = await createAccountWorld();
      const response = await world.call(keyed(START, key));
      expect(outcomeOf(response)).toBe('400 idempotency_key_invalid');
      expect([world.unitsOfWork(), world.sms.attempts]).toEqual([0, 0]);
    },
  );

  it('that is sent twice is 400, and nothing is done', async () => {
    const world = await createAccountWorld();
    const headers = { 'idempotency-key': ['a', 'a'] };
    expect(outcomeOf(await world.call({ ...START, headers }))).toBe('400 header_duplicated');
    expect(world.unitsOfWork()).toBe(0);
  });
});

/** A request that is refused, what changes after that, and what a request with the same key leads to then. */
type NotKept = readonly [
  refused: string,
  request: TestRequest,
  before: (world: AccountWorld) => unknown,
  after: (world: AccountWorld) => unknown,
  then: string | number,
];

const nothing = (): undefined => undefined;

describe('an answer that is not kept', () => {
  it.each<NotKept>([
    [
      '429 send_cooling_down',
      START,
      (world) => world.call(START),
      ({ clock }) => clock.advance(60_000),
      201,
    ],
    [
      '503 sms_not_sent',
      START,
      ({ sms }) => sms.behave('refused'),
      ({ sms }) => sms.behave('accepted'),
      201,
    ],
    [
      '401 identity_unknown',
      { ...START, token: 'nobody-token' },
      nothing,
      async ({ stepward: { identities } }) => {
        const bob = await identities.find('acme', 'bob');
        (await identities.put('acme', { ...bob!, identityId: 'nobody' }))._unsafeUnwrap();
      },
      '422 phone_not_verified',
    ],
  ])('is %s: the same key is served again', async (refused, request, before, after, then) => {
    const world = await createAccountWorld();
    await before(world);
    expect(outcomeOf(await world.call(keyed(request)))).toBe(refused);
    await after(world);
    const served = await world.call(keyed(request));
    expect([outcomeOf(served), isReplay(served)]).toEqual([then, false]);
  });

  it.each<readonly [string, Partial<TestRequest>]>([
    ['400 body_malformed', { body: '{' }],
    ['400 body_invalid', { body: [] }],
    ['413 body_too_large', { body: 'x'.repeat(20_000) }],
    ['415 media_type_unsupported', { headers: { 'content-type': ['text/plain'] } }],
    ['403 tenant_mismatch', { headers: { 'x-tenant-id': ['globex'] } }],
  ])('is %s, given before anything ran: the key is still new', async (refused, change) => {
    const world = await createAccountWorld();
    expect(outcomeOf(await world.call(keyed({ ...VERIFY_WRONG, ...change })))).toBe(refused);
    const served = await world.call(keyed(VERIFY_WRONG));
    expect([outcomeOf(served), isReplay(served)]).toEqual(['404 nothing_pending', false]);
  });
});

it('a management key is shown once more to its creator, and to no other caller', async () => {
  const world = await createCustomerWorld();
  const request = keyed({
    method: 'POST',
    path: '/v1/customer/api-keys',
    body: { name: 'CI', scopes: ['logs:read'] },
    token: 'admin-token',
  });
  const first = await world.call(request);
  const again = await world.call(request);
  expect([first.status, isReplay(first), isReplay(again)]).toEqual([201, false, true]);
  expect(jsonOf(again).key).toBe(jsonOf(first).key);
  const other = await world.call({ ...request, token: await world.keyWith(['api_keys:write']) });
  expect(outcomeOf(other)).toBe('403 scope_not_held');
});

it("an administrator's narrower token is not shown the secret of a key that it could not make", async () => {
  const scopesOf: Readonly<Record<string, readonly string[]>> = {
    full: ['logs:read', 'api_keys:write'],
    reordered: ['api_keys:write', 'logs:read', 'logs:read'],
    narrow: ['api_keys:write'],
  };
  const accessTokens = createOpaqueTokenAuthenticator(async (token) => ({
    ...{ tenantId: 'acme', identityId: 'ada' },
    scopes: scopesOf[token] ?? [],
  }));
  const world = await createCustomerWorld({ accessTokens });
  const body = { name: 'CI', scopes: ['logs:read'] };
  const request = keyed({ method: 'POST', path: '/v1/customer/api-keys', body });
  const first = await world.call({ ...request, token: 'full' });

  const narrow = await world.call({ ...request, token: 'narrow' });
  const again = await world.call({ ...request, token: 'reordered' });

  expect([first, narrow, again].map(outcomeOf)).toEqual([201, '403 scope_not_held', 201]);
  expect([isReplay(narrow), isReplay(again)]).toEqual([false, true]);
});

const HOLDS = { isCurrent: async () => true };

/** Tokens as `identity.session.assurance`, of a person or an administrator. */
const sessions = createOpaqueTokenAuthenticator(async (token) => {
  const [identityId = '', sessionId = '', level] = token.split('.');
  const assurance = level === 'aal2' ? 'aal2' : 'aal1';
  const scopes = ['api_keys:write', 'logs:read', 'webhooks:write'];
  return { tenantId: 'acme', identityId, sessionId, assurance, scopes };
});

describe('an answer that shows a secret', () => {
  const TOTP = '/v1/account/mfa/totp';
  const CODES = '/v1/account/mfa/recovery-codes';
  const SECOND = 'ada.second.aal1';
  const start = (token: string) => keyed({ method: 'POST', path: TOTP, token });
  const generate = (token: string, key?: string) =>
    keyed({ method: 'POST', path: CODES, token }, key);

  async function enrol(world: AccountWorld, token: string) {
    const started = await world.call(start(token));
    const { secret } = jsonOf(started).data;
    const body = { code: appCode(secret, world.clock.now()) };
    const enrolled = await world.call({ method: 'PUT', path: TOTP, token, body });
    expect(enrolled.status).toBe(200);
    return secret as string;
  }

  it('is given again to its session while the enrolment is pending', async () => {
    const world = await createAccountWorld({ accessTokens: sessions });
    const first = await world.call(start('ada.first.aal1'));
    const again = await world.call(start('ada.first.aal1'));
    expect([again.body, isReplay(again)]).toEqual([first.body, true]);
    const other = await world.call(start(SECOND));
    expect([other.status, isReplay(other)]).toEqual([201, false]);
    expect(jsonOf(other).data.secret).not.toBe(jsonOf(first).data.secret);
  });

  it('ends with the enrolment: the request is served like a new one', async () => {
    const world = await createAccountWorld({ accessTokens: sessions });
    const secret = await enrol(world, 'ada.first.aal1');
    for (const token of ['ada.first.aal1', SECOND]) {
      const answer = await world.call(start(token));
      expect([outcomeOf(answer), isReplay(answer)]).toEqual(['401 assurance_insufficient', false]);
      expect(answer.body).not.toContain(secret);
    }
    await world.call({ method: 'DELETE', path: TOTP, token: 'ada.first.aal2' });
    const later = await world.call(start('ada.first.aal1'));
    expect([later.status, isReplay(later)]).toEqual([201, false]);
    expect(later.body).not.toContain(secret);
  });

  it('ends when the enrolment expires', async () => {
    const world = await createAccountWorld({ accessTokens: sessions });
    const first = await world.call(start(SECOND));
    world.clock.advance(15 * 60_000);
    const late = await world.call(start(SECOND));
    expect([late.status, isReplay(late), late.body === first.body]).toEqual([201, false, false]);
  });

  it('has the recovery codes of the latest set alone', async () => {
    const world = await createAccountWorld({ accessTokens: sessions });
    await enrol(world, 'ada.first.aal1');
    const strong = 'ada.first.aal2';
    const first = await world.call(generate(strong));
    expect((await world.call(generate(strong))).body).toBe(first.body);
    await world.call(generate(strong, 'key-2'));
    for (const token of [strong, 'ada.second.aal2']) {
      const later = await world.call(generate(token));
      expect([later.status, isReplay(later)]).toEqual([201, false]);
      expect(later.body).not.toContain(jsonOf(first).data.codes[0]);
    }
  });

  it.each([
    ['/v1/customer/api-keys', { name: 'CI', scopes: ['logs:read'] }],
    ['/v1/customer/webhooks', { url: 'https://example.com/hooks' }],
  ])("of %s belongs to the administrator's session", async (path, body) => {
    const world = await createCustomerWorld({ accessTokens: sessions });
    const create = (token: string) => world.call(keyed({ method: 'POST', path, body, token }));
    const first = await create('root.first.aal2');
    expect((await create('root.first.aal2')).body).toBe(first.body);
    const other = await create('root.second.aal2');
    expect([other.status, isReplay(other)]).toEqual([201, false]);
    expect(jsonOf(other).id).not.toBe(jsonOf(first).id);
  });
});

describe('the end of a request', () => {
  const reply = { status: 201, body: { secret: 'service_mgmt_x' } } as const;
  const reservation = { tenantId: 'acme', recordId: 'r', token: 't' };
  const service = (end: () => Promise<boolean>): ServeOnceOptions['idempotency'] => ({
    begin: async () => ok({ type: 'proceed', reservation }),
    finish: end,
    abandon: end,
  });
  const serveWith = (end: () => Promise<boolean>, log: LogLine[]) => {
    const serveOnce = createServeOnce({
      idempotency: service(end),
      logger: recordingLogger(log),
    });
    const request = toHttpRequest(keyed(START));
    const admitted = { requestId: 'r1', tenantId: 'acme', principal: [], json: null, ...HOLDS };
    return (serve: () => Promise<typeof reply | Refusal>) =>
      serveOnce({ ...admitted, request }, serve);
  };
  const unreachable = () => Promise.reject(new Error('database gone'));
  const NOT_STORED = {
    level: 'error',
    message: 'the end of an idempotent request could not be stored',
    fields: { requestId: 'r1', error: { message: 'database gone' } },
  };

  it('that cannot be stored is logged, and its answer is given all the same', async () => {
    const log: LogLine[] = [];
    expect(await serveWith(unreachable, log)(async () => reply)).toBe(reply);
    expect(log).toMatchObject([NOT_STORED]);
    expect(JSON.stringify(log)).not.toContain('service_mgmt');
  });

  it('that cannot be stored does not hide what the handler threw', async () => {
    const log: LogLine[] = [];
    const thrown = new Error('broken');
    const serving = serveWith(unreachable, log)(() => Promise.reject(thrown));
    await expect(serving).rejects.toBe(thrown);
    expect(log).toMatchObject([NOT_STORED]);
  });

  it('that comes after another request took the key is logged', async () => {
    const log: LogLine[] = [];
    expect(await serveWith(async () => false, log)(async () => reply)).toBe(reply);
    expect(log).toMatchObject([{ level: 'warn', fields: { requestId: 'r1' } }]);
  });

  it.each([
    ['a success', async () => reply, ['finish']],
    ['a refusal', async () => refuse({ code: 'code_mismatch' }), ['finish']],
    ['401', async () => refuse({ code: 'assurance_insufficient', required: 'aal2' }), ['abandon']],
    ['429', async () => refuse({ code: 'send_cooling_down', retryAfterMs: 1 }), ['abandon']],
    ['503', async () => refuse({ code: 'sms_not_sent' }), ['abandon']],
    ['a throw', () => Promise.reject(new Error('broken')), ['abandon']],
  ] as const)('is for %s to %j', async (_, serve, ended) => {
    const calls: string[] = [];
    const note = (name: string) => async () => calls.push(name) > 0;
    const idempotency = { ...service(note('')), finish: note('finish'), abandon: note('abandon') };
    const serveOnce = createServeOnce({ idempotency, logger: recordingLogger([]) });
    const request = toHttpRequest(keyed(START));
    const admitted = {
      request,
      requestId: 'r1',
      tenantId: 'acme',
      principal: [],
      json: null,
      ...HOLDS,
    };
    await serveOnce(admitted, serve as () => Promise<typeof reply | Refusal>).catch(() => null);
    expect(calls).toEqual(ended);
  });
});
