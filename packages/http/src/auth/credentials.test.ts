import { MANAGEMENT_SCOPES } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import {
  createAccountWorld,
  jsonOf,
  type AccountWorld,
  type TestRequest,
} from '../../test/worlds/account-world.js';
import { createCustomerWorld, policyOf } from '../../test/worlds/customer-world.js';

const GET: TestRequest = { method: 'GET', path: '/v1/account/mfa', token: null };
const POST: TestRequest = { method: 'POST', path: '/v1/account/mfa/sms', token: null };

const cookie = (...lines: string[]) => ({ cookie: lines });
const OWN_PAGE = { 'sec-fetch-site': ['same-origin'] };

async function outcome(world: AccountWorld, request: TestRequest): Promise<unknown> {
  const response = await world.call(request);
  return response.status < 400 ? response.status : jsonOf(response).reason;
}

describe('a session in a cookie', () => {
  const cookieWorld = () => createAccountWorld({ credentials: { cookie: 'session' } });

  it('is found among others, and reads as frameworks write it', async () => {
    const world = await cookieWorld();
    const ways = [
      cookie('session=ada-token'),
      cookie('theme=dark; session=ada-token; lang=de'),
      cookie('theme=dark', 'session=ada-token'),
      cookie('session=ada%2Dtoken'),
      cookie('session="ada-token"'),
      cookie('session=ada-token; session=ada-token'),
    ];
    for (const headers of ways) expect(await outcome(world, { ...GET, headers })).toBe(200);
  });

  it.each<[string, Record<string, string[]>, string]>([
    ['is not there', cookie('theme=dark'), 'token_missing'],
    ['is empty', cookie('session='), 'token_missing'],
    ['only ends in its name', cookie('my-session=ada-token'), 'token_missing'],
    [
      'is set twice, by a page of another subdomain',
      cookie('session=ada-token; session=bob-token'),
      'token_invalid',
    ],
    ['is a management key', cookie('session=service_mgmt_key'), 'token_invalid'],
    ['is left out for a bearer token', { authorization: ['Bearer ada-token'] }, 'token_missing'],
  ])('is refused where it %s', async (_, headers, reason) => {
    expect(await outcome(await cookieWorld(), { ...GET, headers })).toBe(reason);
  });

  it('reads without an origin, for reading changes nothing', async () => {
    const headers = cookie('session=ada-token');
    expect(await outcome(await cookieWorld(), { ...GET, headers })).toBe(200);
  });

  // standard: asvs/3.5.1, asvs/3.5.2
  it.each<[string, Record<string, string[]>, number | string]>([
    ['of the same origin', OWN_PAGE, 201],
    ['of the same origin that hides itself', { origin: ['null'], ...OWN_PAGE }, 201],
    ['of an origin that is listed', { origin: ['https://app.example.com'] }, 201],
    ['that is not known', {}, 'origin_refused'],
    [
      'of another site',
      { origin: ['https://evil.example'], 'sec-fetch-site': ['cross-site'] },
      'origin_refused',
    ],
    ['of a sibling of the site', { 'sec-fetch-site': ['same-site'] }, 'origin_refused'],
    ['that a bookmark opened', { 'sec-fetch-site': ['none'] }, 'origin_refused'],
    ['that hides itself', { origin: ['null'] }, 'origin_refused'],
    [
      'that names two origins',
      { origin: ['https://app.example.com', 'https://evil.example'] },
      'origin_refused',
    ],
    [
      'of an origin that begins like one that is listed',
      { origin: ['https://app.example.com.evil.example'] },
      'origin_refused',
    ],
    ['of a listed host over plain http', { origin: ['http://app.example.com'] }, 'origin_refused'],
  ])('changes something for a page %s: %j', async (_, headers, expected) => {
    const world = await createAccountWorld({
      credentials: { cookie: 'session' },
      allowedOrigins: ['https://app.example.com'],
    });
    const request = { ...POST, headers: { ...cookie('session=ada-token'), ...headers } };
    expect(await outcome(world, request)).toBe(expected);
    expect(world.sms.sent).toHaveLength(expected === 201 ? 1 : 0);
  });

  it('is not checked for an origin where the host does that itself', async () => {
    const world = await createAccountWorld({
      credentials: { cookie: 'session' },
      checkOrigin: false,
    });
    expect(await outcome(world, { ...POST, headers: cookie('session=ada-token') })).toBe(201);
  });

  it('goes beside management keys, which stay bearer tokens and need no origin', async () => {
    const world = await createCustomerWorld({ credentials: { cookie: 'session' } });
    const token = await world.keyWith(MANAGEMENT_SCOPES);
    const request = { method: 'DELETE', path: policyOf('org_main') };
    expect((await world.call({ ...request, token })).status).toBe(200);
    const forged = { ...request, token: null, headers: cookie('session=reader-token') };
    expect(jsonOf(await world.call(forged)).reason).toBe('origin_refused');
  });
});

describe('a function that finds the credential', () => {
  it('may read the framework’s own request', async () => {
    const world = await createAccountWorld({
      credentials: ({ original }) => (original === null ? 'ada-token' : null),
    });
    expect(await outcome(world, GET)).toBe(200);
    expect(await outcome(world, POST)).toBe('origin_refused');
    expect(await outcome(world, { ...POST, headers: OWN_PAGE })).toBe(201);
  });

  it('needs no origin where it returns the bearer token, which no browser attaches', async () => {
    const world = await createAccountWorld({
      credentials: ({ headers }) => headers['authorization']?.[0]?.slice('Bearer '.length) ?? null,
    });
    expect(await outcome(world, { ...POST, token: 'ada-token' })).toBe(201);
    expect(await outcome(world, GET)).toBe('token_missing');
  });

  it('that returns no text is a mistake of the host, not of the caller', async () => {
    const world = await createAccountWorld({
      credentials: (async () => 'ada-token') as never,
    });
    expect(await outcome(world, GET)).toBe('internal_error');
    expect(world.log).toMatchObject([
      { fields: { error: { message: 'credentials must return a string or null' } } },
    ]);
  });
});

describe('service secrets that a function checks', () => {
  const requestWith = (secret: string): TestRequest => ({
    method: 'POST',
    path: '/v1/internal/mfa/sms/verify',
    token: null,
    headers: { 'x-internal-service-secret': [secret] },
  });

  it('let in whom it says, and 500 where it rejects', async () => {
    const world = await createAccountWorld({
      async serviceSecrets(given) {
        if (given === 'broken') throw new Error('the key set is away');
        return given === 'good';
      },
    });
    expect(await outcome(world, requestWith('good'))).toBe('tenant_missing');
    expect(await outcome(world, requestWith('wrong'))).toBe('service_secret_invalid');
    expect(await outcome(world, requestWith('broken'))).toBe('internal_error');
    expect(world.log).toMatchObject([{ fields: { error: { message: 'the key set is away' } } }]);
  });
});

// standard: nist/3.1.4.2-channel, nist/3.2.6-channel, asvs/4.1.2, asvs/12.2.1
describe('a credential over plain http', () => {
  const PLAIN = { scheme: 'http', clientAddress: '203.0.113.7' } as const;

  it.each<[string, TestRequest]>([
    ['an access token', { ...GET, token: 'ada-token' }],
    ['an access token that is not valid', { ...GET, token: 'nobody knows it' }],
    [
      'a service secret',
      {
        method: 'POST',
        path: '/v1/internal/mfa/sms/verify',
        token: null,
        headers: { 'x-internal-service-secret': ['s'] },
      },
    ],
  ])('is refused before it is verified: %s', async (_, request) => {
    const world = await createAccountWorld();
    expect(await outcome(world, { ...request, ...PLAIN })).toBe('tls_required');
    const response = await world.call({ ...request, ...PLAIN });
    expect([response.status, jsonOf(response).detail]).toEqual([
      403,
      expect.stringContaining('`trust proxy` in Express, `trustProxy` in Fastify'),
    ]);
    expect(world.unitsOfWork()).toBe(0);
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    'is fine from %s',
    async (clientAddress) => {
      const world = await createAccountWorld();
      expect(await outcome(world, { ...GET, ...PLAIN, token: 'ada-token', clientAddress })).toBe(
        200,
      );
    },
  );

  it.each<[string, Readonly<Record<string, readonly string[]>>]>([
    ['X-Forwarded-For', { 'x-forwarded-for': ['127.0.0.1, 203.0.113.7'] }],
    ['Forwarded', { forwarded: ['for=203.0.113.7'] }],
    ['Via', { via: ['1.1 proxy'] }],
    ['X-Real-IP', { 'x-real-ip': ['203.0.113.7'] }],
    ['X-Forwarded-Host', { 'x-forwarded-host': ['localhost, acme.example.com'] }],
    ['X-Forwarded-Proto alone', { 'x-forwarded-proto': ['http'] }],
    [
      'X-Forwarded-Proto of another scheme',
      { 'x-forwarded-host': ['localhost'], 'x-forwarded-proto': ['https'] },
    ],
  ])('is not fine from a proxy of this machine that sends %s', async (_, headers) => {
    const world = await createAccountWorld();
    const request = { ...GET, ...PLAIN, token: 'ada-token', clientAddress: '127.0.0.1', headers };
    expect(await outcome(world, request)).toBe('tls_required');
  });

  it.each(['localhost:3000', 'acme.localhost', '127.0.0.1:3000', '[::1]:3000'])(
    'is fine where the framework itself forwards, to %s',
    async (host) => {
      const world = await createAccountWorld();
      // As Next.js does.
      const headers = {
        'x-forwarded-for': ['::1'],
        'x-forwarded-host': [host],
        'x-forwarded-port': ['3000'],
        'x-forwarded-proto': ['http'],
      };
      const request = { ...GET, ...PLAIN, token: 'ada-token', clientAddress: '127.0.0.1', headers };
      expect(await outcome(world, request)).toBe(200);
    },
  );

  it.each(['', '128.0.0.1', '::2', '::ffff:10.0.0.1', '127.0.0.1.evil', 'localhost'])(
    'is not fine from %j',
    async (clientAddress) => {
      const world = await createAccountWorld();
      const request = { ...GET, ...PLAIN, token: 'ada-token', clientAddress };
      expect(await outcome(world, request)).toBe('tls_required');
    },
  );

  it('is left to the host if the host says so', async () => {
    const world = await createAccountWorld({ requireTls: false });
    expect(await outcome(world, { ...GET, ...PLAIN, token: 'ada-token' })).toBe(200);
  });

  it('that names no credential is asked for one', async () => {
    expect(await outcome(await createAccountWorld(), { ...GET, ...PLAIN })).toBe('token_missing');
  });
});

describe('a credential that is refused', () => {
  it('warns once a reason of genuine tokens that the set-up does not fit', async () => {
    const mismatch = { claim: 'aud', expected: '"api"', received: '"api/"' };
    const world = await createAccountWorld({
      accessTokens: { authenticate: async () => ({ refused: 'audience', mismatch }) },
    });
    for (let n = 0; n < 3; n += 1) {
      expect(await outcome(world, { ...GET, token: 'genuine' })).toBe('token_invalid');
    }
    const warnings = world.log.filter(({ level }) => level === 'warn');
    expect(warnings).toEqual([
      {
        level: 'warn',
        fields: mismatch,
        message: 'access tokens are refused for their audience',
      },
    ]);
    expect(world.log[0]?.fields).toMatchObject({ refused: 'audience', ...mismatch });
  });

  it('gets the same answer for every reason, and the log at debug says which it was', async () => {
    const world = await createAccountWorld();
    const bodies = [];
    for (const token of ['no-such-token', 'service_mgmt_key', 'a'.repeat(9_000), 'b c']) {
      bodies.push(jsonOf(await world.call({ ...GET, token })));
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(world.log.map(({ level, message, fields }) => [level, message, fields])).toEqual(
      ['unknown', 'management_key', 'length', 'malformed'].map((refused) => [
        'debug',
        'a credential was refused',
        { requestId: 'test-request', method: 'GET', path: '/v1/account/mfa', refused },
      ]),
    );
  });
});
