import { StorageUnavailable } from '@stepward/core';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createJwtAuthenticator } from './auth/jwt/jwt-authenticator.js';
import { createHttpApi } from './create-http-api.js';
import { createAccountWorld, jsonOf, toHttpRequest } from '../test/worlds/account-world.js';

const MFA = '/v1/account/mfa';
const failing = {
  accessTokens: {
    authenticate: () =>
      Promise.reject(
        Object.assign(new Error('key server down', { cause: new Error('refused') }), {
          payload: 'claims-of-a-person',
        }),
      ),
  },
};

describe('routing', () => {
  it.each([
    '/',
    '/v1/account/mfa/',
    '/v1/account/MFA',
    '/v1/account/mfa%2Fsms',
    '/v1/account',
    '//v1/account/mfa',
  ])('leaves %s to the host', async (path) => {
    const { api } = await createAccountWorld();
    expect(await api.handle(toHttpRequest({ method: 'GET', path }))).toBeNull();
  });

  it('warns once where the mount point was not removed from a path', async () => {
    const { api, log } = await createAccountWorld();
    const ask = (path: string) => api.handle(toHttpRequest({ method: 'POST', path }));
    for (const path of ['/v1/accounts', '//v1/account/mfa', '/blog/v1/about']) await ask(path);
    expect(log).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      expect(await ask('/acme/v1/customer/api-keys/1/rotate')).toBeNull();
      expect(await ask('/acme/v1/openapi.json')).toBeNull();
    }
    expect(log).toEqual([
      {
        level: 'warn',
        fields: { path: '/v1/customer/api-keys/:keyId/rotate' },
        message: expect.stringContaining('pass `prefix` to createFetchHandler'),
      },
    ]);
  });

  it('says once that preflights need a CORS middleware', async () => {
    const world = await createAccountWorld();
    const headers = { 'access-control-request-method': ['PUT'] };
    await world.call({ method: 'OPTIONS', path: MFA, token: null });
    expect(world.log).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      const answer = await world.call({ method: 'OPTIONS', path: MFA, token: null, headers });
      expect(answer.status).toBe(405);
    }
    expect(world.log).toMatchObject([
      { level: 'warn', message: expect.stringContaining('CORS middleware') },
    ]);
  });

  it.each([
    ['POST', MFA, 'GET, HEAD'],
    ['OPTIONS', MFA, 'GET, HEAD'],
    ['GET', '/v1/account/mfa/sms', 'POST, PUT, DELETE'],
    ['HEAD', '/v1/account/mfa/sms', 'POST, PUT, DELETE'],
    ['POST', '/v1/account/phone', 'PUT, DELETE'],
    ['put', '/v1/account/phone', 'PUT, DELETE'],
  ])('answers %s %s with 405 and what is allowed', async (method, path, allow) => {
    const world = await createAccountWorld();
    const response = await world.call({ method, path, token: null });
    expect([response.status, response.headers['allow']]).toEqual([405, allow]);
  });

  it('answers HEAD like GET, without the body', async () => {
    const world = await createAccountWorld();
    const get = await world.call({ method: 'GET', path: MFA });
    const head = await world.call({ method: 'HEAD', path: MFA });
    expect(head).toEqual({ ...get, body: null });
  });

  it('answers a HEAD that fails without a body, too', async () => {
    const world = await createAccountWorld();
    const head = await world.call({ method: 'HEAD', path: MFA, token: null });
    expect([head.status, head.body]).toEqual([401, null]);
  });

  it('names its paths once each', async () => {
    const { api } = await createAccountWorld();
    expect(api.paths).toEqual([
      '/v1/account/mfa',
      '/v1/account/mfa/sms',
      '/v1/account/mfa/totp',
      '/v1/account/mfa/recovery-codes',
      '/v1/account/mfa/webauthn',
      '/v1/account/mfa/authenticators',
      '/v1/account/mfa/authenticators/:id',
      '/v1/account/phone',
      '/v1/account/sessions',
      '/v1/account/sessions/:sessionId',
      '/v1/account/trusted-devices',
      '/v1/account/trusted-devices/:deviceId',
      '/v1/customer/organisations/:orgId/security-policy',
      '/v1/customer/organisations/:orgId/security-policy/assessment',
      '/v1/customer/organisations/:orgId/security-policy/preview',
      '/v1/customer/settings/password-policy',
      '/v1/customer/settings/mfa-policy',
      '/v1/customer/settings/sms',
      '/v1/customer/api-keys',
      '/v1/customer/api-keys/:keyId/rotate',
      '/v1/customer/api-keys/:keyId',
      '/v1/customer/identities/:identityId/mfa',
      '/v1/customer/identities/:identityId/mfa/reset',
      '/v1/customer/identities/:identityId/temporary-pass',
      '/v1/customer/identities/:identityId/trusted-devices',
      '/v1/customer/identities/:identityId/trusted-devices/:deviceId',
      '/v1/customer/logs',
      '/v1/customer/events',
      '/v1/customer/events/:eventId',
      '/v1/customer/webhooks',
      '/v1/customer/webhooks/:webhookId',
      '/v1/customer/webhooks/:webhookId/rotate-secret',
      '/v1/customer/webhooks/:webhookId/test',
      '/v1/customer/webhooks/:webhookId/replay',
      '/v1/customer/webhooks/:webhookId/deliveries',
      '/v1/customer/webhooks/:webhookId/deliveries/:deliveryId',
      '/v1/customer/webhooks/:webhookId/deliveries/:deliveryId/replay',
      '/v1/internal/mfa/:factor/challenge',
      '/v1/internal/mfa/:factor/verify',
      '/v1/internal/step-up/decide',
      '/v1/internal/trusted-devices',
      '/v1/internal/trusted-devices/check',
      '/v1/openapi.json',
    ]);
  });
});

describe('the request id', () => {
  it.each([
    [['trace-1._A'], 'trace-1._A'],
    [['a'.repeat(128)], 'a'.repeat(128)],
    [['a'.repeat(129)], 'test-request'],
    [[''], 'test-request'],
    [['a b'], 'test-request'],
    [['a\nb'], 'test-request'],
    [['one', 'two'], 'test-request'],
  ])('of %j is %s', async (values, expected) => {
    const world = await createAccountWorld();
    const headers = { 'x-request-id': values };
    const response = await world.call({ method: 'GET', path: MFA, headers });
    expect(response.headers['x-request-id']).toBe(expected);
  });

  it('is in the problem as well', async () => {
    const world = await createAccountWorld();
    const response = await world.call({ method: 'GET', path: MFA, token: null });
    expect(jsonOf(response).request_id).toBe(response.headers['x-request-id']);
  });

  it('is a random UUID where neither the client nor the host gives one', async () => {
    const { stepward } = await createAccountWorld();
    const api = createHttpApi({ stepward, ...failing });
    const response = await api.handle(toHttpRequest({ method: 'GET', path: MFA }));
    expect(response?.headers['x-request-id']).toMatch(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
  });
});

describe('what breaks inside', () => {
  // standard: asvs/16.5.1
  it('is answered with 500 and nothing of its cause', async () => {
    const world = await createAccountWorld(failing);
    const response = await world.call({ method: 'GET', path: MFA });
    expect([response.status, jsonOf(response).code]).toEqual([500, 'internal_error']);
    expect(response.body).not.toContain('key server');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  // standard: asvs/16.3.4
  it('is logged with the route and the error, and with nothing of the request', async () => {
    const world = await createAccountWorld(failing);
    await world.call({ method: 'PUT', path: '/v1/account/mfa/sms', body: { code: '123456' } });
    expect(world.log).toEqual([
      {
        level: 'error',
        message: 'request failed',
        fields: {
          requestId: 'test-request',
          method: 'PUT',
          path: '/v1/account/mfa/sms',
          error: {
            name: 'Error',
            message: 'key server down',
            stack: expect.stringContaining('key server down'),
            cause: { name: 'Error', message: 'refused', stack: expect.any(String) },
          },
        },
      },
    ]);
    expect(JSON.stringify(world.log)).not.toMatch(/ada-token|123456|claims-of-a-person/);
  });

  it('is not logged for each request where storage is unavailable', async () => {
    const authenticate = () => Promise.reject(new StorageUnavailable('away'));
    const world = await createAccountWorld({ accessTokens: { authenticate } });
    const response = await world.call({ method: 'GET', path: MFA });
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5']);
    expect(world.log).toEqual([]);
  });

  it('may be no error at all', async () => {
    const authenticate = (): never => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a careless host does
      throw 'ada-token is bad';
    };
    const world = await createAccountWorld({ accessTokens: { authenticate } });
    expect((await world.call({ method: 'GET', path: MFA })).status).toBe(500);
    expect(world.log).toMatchObject([
      { fields: { error: { name: 'NotAnError', message: 'a value of type string was thrown' } } },
    ]);
  });

  it('is a body that cannot be read', async () => {
    const world = await createAccountWorld();
    const request = toHttpRequest({ method: 'PUT', path: '/v1/account/phone', body: {} });
    const readBody = () => Promise.reject(new Error('already consumed'));
    expect((await world.api.handle({ ...request, readBody }))?.status).toBe(500);
  });
});

describe("a host's own renderer", () => {
  it('writes the body and its type; status and headers stay', async () => {
    const world = await createAccountWorld({
      renderProblem: ({ code, detail }) => ({
        contentType: 'application/json',
        body: JSON.stringify({ error: { code, detail } }),
      }),
    });
    const response = await world.call({ method: 'GET', path: MFA, token: null });
    expect(response.status).toBe(401);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['www-authenticate']).toBe('Bearer realm="account"');
    expect(jsonOf(response)).toMatchObject({ error: { code: 'unauthorized' } });
  });

  it('that throws is logged, and the problem goes out in the default shape', async () => {
    const renderProblem = () => {
      throw new Error('no template');
    };
    const world = await createAccountWorld({ renderProblem });
    const response = await world.call({ method: 'GET', path: MFA, token: null });
    expect([response.status, jsonOf(response).reason]).toEqual([401, 'token_missing']);
    expect(world.log).toMatchObject([{ message: 'a problem could not be rendered' }]);
  });
});

describe('the tenant domain', () => {
  it.each(['', '.example.com', 'example.com:443', 'https://example.com'])(
    'cannot be "%s"',
    async (tenantDomain) => {
      await expect(createAccountWorld({ tenantDomain })).rejects.toThrow(TypeError);
    },
  );
});

describe('what is passed wrongly is named when the API is made', () => {
  it.each<[string, object]>([
    ['stepward is missing', { stepward: undefined }],
    ['stepward must be what createStepward returns', { stepward: {} }],
    ['accessTokens must be an authenticator', { accessTokens: async () => null }],
    ['there is no option ratelimits', { ratelimits: false }],
    ['credentials must be', { credentials: 'cookie' }],
    ['credentials must be', { credentials: { cookie: 'a b' } }],
    ['credentials must be', { credentials: { cookie: 'a', header: 'b' } }],
    ['allowedOrigins must be a list of origins', { allowedOrigins: ['https://app.example.com/'] }],
    ['allowedOrigins must be a list of origins', { allowedOrigins: ['app.example.com'] }],
    ['allowedOrigins must be a list of origins', { allowedOrigins: ['*'] }],
    ['bodyTimeoutMs must be', { bodyTimeoutMs: 0 }],
    ['requireTls must be', { requireTls: 'always' }],
    ['serviceSecrets must have 32', { serviceSecrets: ['short'] }],
    ['serviceSecrets must be a list', { serviceSecrets: [undefined] }],
    ['serviceSecrets: a sha256 must', { serviceSecrets: [{ sha256: 'AB' }] }],
  ])('%s', async (message, options) => {
    await expect(createAccountWorld(options)).rejects.toThrow(`createHttpApi: ${message}`);
  });
});

describe('a body that does not arrive in time', () => {
  it('is answered with 408, and ends the connection', async () => {
    const clock = createFixedClock();
    const world = await createAccountWorld({ clock });
    const request = toHttpRequest({ method: 'PUT', path: '/v1/account/phone', body: {} });
    const called = world.api.handle({
      ...request,
      readBody: (_, deadline) =>
        new Promise((resolve) => {
          deadline.addEventListener('abort', () => resolve({ type: 'timed_out' }));
          clock.advance(9_999);
          expect(deadline.aborted).toBe(false);
          clock.advance(1);
        }),
    });
    const response = await called;
    expect([response?.status, response?.headers['connection']]).toEqual([408, 'close']);
  });
});

describe('a key set that is away', () => {
  it('is answered with 503 and when to try again, and the log names it', async () => {
    const world = await createAccountWorld({
      accessTokens: createJwtAuthenticator({
        issuer: 'https://login.example.com',
        audience: 'api',
        algorithms: ['ES256'],
        keys: { jwksUrl: 'http://127.0.0.1:1/jwks.json' },
      }),
    });
    const token = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.c2ln`;
    const response = await world.call({ method: 'GET', path: MFA, token });
    expect([response.status, jsonOf(response).reason, response.headers['retry-after']]).toEqual([
      503,
      'authentication_unavailable',
      '5',
    ]);
    expect(world.log).toMatchObject([
      {
        level: 'error',
        fields: {
          error: { message: 'the key set at http://127.0.0.1:1/jwks.json cannot be read' },
        },
      },
    ]);
  });
});
