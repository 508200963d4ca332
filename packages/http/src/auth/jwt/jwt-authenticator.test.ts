import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixedClock } from '@stepward/testing';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHttpRequest } from '../../../test/worlds/account-world.js';
import { AuthenticationUnavailable } from '../access-tokens.js';
import { createJwtAuthenticator } from './jwt-authenticator.js';
import type { JwtPayload } from './jwt-claims.js';
import type { JwtAuthenticatorOptions } from './jwt-options.js';
import type { RefusedToken, TokenRefusal } from '../refused-token.js';

const REQUEST = toHttpRequest({ method: 'GET', path: '/v1/account/mfa' });

const ISSUER = 'https://issuer.example.com';
const AUDIENCE = 'https://api.example.com';
const clock = createFixedClock();
const now = clock.now().getTime() / 1000;

const es256 = await generateKeyPair('ES256', { extractable: true });
const rs256 = await generateKeyPair('RS256', { extractable: true });
const stranger = await generateKeyPair('ES256');
const jwks = {
  keys: [
    { ...(await exportJWK(es256.publicKey)), kid: 'es', use: 'sig' },
    { ...(await exportJWK(rs256.publicKey)), kid: 'rs', use: 'sig' },
  ] satisfies JWK[],
};

const options: JwtAuthenticatorOptions = {
  issuer: ISSUER,
  audience: AUDIENCE,
  algorithms: ['ES256', 'RS256'],
  keys: { jwks },
  clock,
};
const claims: JWTPayload = {
  iss: ISSUER,
  aud: AUDIENCE,
  exp: now + 300,
  sub: 'ada',
  tenant_id: 'acme',
};

interface Signing {
  readonly header?: Record<string, unknown>;
  readonly key?: Parameters<SignJWT['sign']>[0];
}

function sign(payload: JWTPayload, { header = {}, key = es256.privateKey }: Signing = {}) {
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'es', ...header }).sign(key);
}

const without = (name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

const authenticate = async (token: string, changes: Partial<JwtAuthenticatorOptions> = {}) =>
  createJwtAuthenticator({ ...options, ...changes }).authenticate(token, REQUEST);

describe('a JSON Web Token', () => {
  // spec: auth/account
  // standard: asvs/7.2.1
  it('authenticates its subject', async () => {
    const token = await sign({
      ...claims,
      sid: 's1',
      acr: 'aal2',
      scope: 'account.mfa:write other',
    });
    expect(await authenticate(token)).toMatchObject({
      tenantId: 'acme',
      identityId: 'ada',
      sessionId: 's1',
      assurance: 'aal2',
      scopes: ['account.mfa:write', 'other'],
    });
  });

  it.each<[string, JWTPayload, Partial<JwtAuthenticatorOptions>]>([
    ['with one audience of several', { ...claims, aud: ['other', AUDIENCE] }, {}],
    ['for one of several names of the API', claims, { audience: ['other', AUDIENCE] }],
    ['that expired within the tolerance', { ...claims, exp: now - 4 }, {}],
    ['that becomes valid within the tolerance', { ...claims, nbf: now + 5 }, {}],
    ['of a wider tolerance', { ...claims, exp: now - 299 }, { clockTolerance: 300 }],
  ])('%s is valid', async (_, payload, changes) => {
    expect(await authenticate(await sign(payload), changes)).toMatchObject({ identityId: 'ada' });
  });

  // standard: asvs/9.2.1, asvs/9.2.3, asvs/10.3.1, asvs/10.3.3
  it.each<[TokenRefusal, string, JWTPayload, Partial<JwtAuthenticatorOptions>]>([
    ['issuer', 'of another issuer', { ...claims, iss: 'https://evil.example.com' }, {}],
    ['issuer', 'without an issuer', without('iss'), {}],
    ['audience', 'for another audience', { ...claims, aud: 'https://other.example.com' }, {}],
    ['audience', 'without an audience', without('aud'), {}],
    ['expired', 'that has expired', { ...claims, exp: now - 5 }, {}],
    [
      'expired',
      'that expires right now, without tolerance',
      { ...claims, exp: now },
      { clockTolerance: 0 },
    ],
    ['claims', 'that never expires', without('exp'), {}],
    ['not_yet_valid', 'that is not yet valid', { ...claims, nbf: now + 6 }, {}],
    ['claims', 'without a subject', without('sub'), {}],
    ['claims', 'with an empty subject', { ...claims, sub: '' }, {}],
    ['claims', 'without a tenant', without('tenant_id'), {}],
    ['claims', 'with an impossible tenant', { ...claims, tenant_id: 'a b' }, {}],
    ['claims', 'with a tenant that is a list', { ...claims, tenant_id: ['acme'] }, {}],
    [
      'claims',
      'with an expiry that is a string',
      { ...claims, exp: String(now + 300) as never },
      {},
    ],
    ['claims', 'with a session that is a number', { ...claims, sid: 1 }, {}],
    ['claims', 'with an assurance that is a number', { ...claims, acr: 2 }, {}],
    ['claims', 'with a time of authentication that is a text', { ...claims, auth_time: '1' }, {}],
    ['claims', 'with an impossible time of authentication', { ...claims, auth_time: 1e300 }, {}],
    ['claims', 'with a scope that is a number', { ...claims, scope: 1 }, {}],
    ['claims', 'with a scope that is a list of numbers', { ...claims, scope: [1] }, {}],
    ['type', 'of another type than asked for', claims, { type: 'at+jwt' }],
  ])('is refused for "%s": one %s', async (refused, _, payload, changes) => {
    expect(await authenticate(await sign(payload), changes)).toMatchObject({ refused });
  });

  it.each<[string, JWTPayload, Signing, boolean]>([
    ['genuine, but expired', { ...claims, exp: now - 5 }, {}, true],
    ['genuine, but not yet valid', { ...claims, nbf: now + 6 }, {}, true],
    ['genuine, but with a claim of a wrong type', { ...claims, sid: 1 }, {}, true],
    ['genuine, but without a person', { ...without('sub'), exp: now - 5 }, {}, false],
    [
      'signed by a stranger, and expired',
      { ...claims, exp: now - 5 },
      { key: stranger.privateKey },
      false,
    ],
    ['for another audience, and expired', { ...claims, aud: 'x', exp: now - 5 }, {}, false],
    ['of another issuer, and expired', { ...claims, iss: 'x', exp: now - 5 }, {}, false],
  ])(
    'names its owner exactly where that is proven: one %s',
    async (_, payload, signing, isKnown) => {
      const owner = { tenantId: 'acme', actor: { type: 'identity', id: 'ada' } };
      const answer = (await authenticate(await sign(payload, signing))) as RefusedToken;
      expect(answer.refused).toEqual(expect.any(String));
      expect(answer.owner ?? null).toEqual(isKnown ? owner : null);
    },
  );

  it.each<[JWTPayload, Partial<JwtAuthenticatorOptions>, RefusedToken['mismatch']]>([
    [
      { ...claims, aud: [`${AUDIENCE}/`, 'x'.repeat(300)] },
      { audience: [AUDIENCE, 'other'] },
      {
        claim: 'aud',
        expected: `"${AUDIENCE}", "other"`,
        received: `"${AUDIENCE}/", "${'x'.repeat(300)}`.slice(0, 200),
      },
    ],
    [without('aud'), {}, { claim: 'aud', expected: `"${AUDIENCE}"`, received: '' }],
    [
      { ...claims, iss: `${ISSUER}/` },
      {},
      { claim: 'iss', expected: `"${ISSUER}"`, received: `"${ISSUER}/"` },
    ],
    [
      { ...without('tenant_id'), org: 7 },
      { claims: { tenant: 'org' } },
      {
        claim: 'org',
        expected: 'a text that isTenantId of @stepward/core accepts',
        received: 'number',
      },
    ],
  ])('names the claim that is not as expected: %j', async (payload, changes, mismatch) => {
    expect(await authenticate(await sign(payload), changes)).toMatchObject({ mismatch });
  });

  // standard: asvs/9.1.3
  it('names no claim of a token that the issuer did not sign', async () => {
    const forged = await sign({ ...claims, aud: 'other' }, { key: stranger.privateKey });
    expect(await authenticate(forged)).toEqual({ refused: 'signature' });
  });

  // standard: asvs/6.8.2, asvs/9.1.1
  it.each<[TokenRefusal, string, () => Promise<string>]>([
    ['algorithm', 'with alg none', async () => unsigned('none')],
    ['algorithm', 'with alg None', async () => unsigned('None')],
    ['algorithm', 'signed with HS256 and the public key as secret', signedWithPublicKey],
    [
      'signature',
      'signed by a stranger under a known kid',
      () => sign(claims, { key: stranger.privateKey }),
    ],
    ['key', 'with an unknown kid', () => sign(claims, { header: { kid: 'nope' } })],
    [
      'key',
      'with a kid of a key for another algorithm',
      () => sign(claims, { header: { kid: 'rs' } }),
    ],
    ['malformed', 'with an unknown critical header', signedWithCriticalHeader],
    ['signature', 'with a key of its own in the header', signedWithOwnKey],
    ['signature', 'with a changed payload', async () => tampered(await sign(claims))],
    ['signature', 'without a signature', async () => (await sign(claims)).replace(/[^.]*$/, '')],
    ['malformed', 'that is no token', async () => 'not.a.token'],
    ['malformed', 'of one part', async () => 'abc'],
    ['malformed', 'of five parts', async () => 'a.b.c.d.e'],
    ['length', 'longer than 8 KiB', () => sign({ ...claims, pad: 'a'.repeat(8_192) })],
  ])('is refused for "%s": one %s', async (refused, _, make) => {
    expect(await authenticate(await make())).toEqual({ refused });
  });

  // standard: asvs/9.1.2
  it('is not valid where its algorithm is not on the list, though the key is', async () => {
    const header = { alg: 'RS256', kid: 'rs' };
    const token = await sign(claims, { header, key: rs256.privateKey });
    expect(await authenticate(token)).toMatchObject({ identityId: 'ada' });
    expect(await authenticate(token, { algorithms: ['ES256'] })).toEqual({ refused: 'algorithm' });
  });

  // standard: asvs/9.2.2
  it('has the type asked for', async () => {
    const token = await sign(claims, { header: { typ: 'at+jwt' } });
    expect(await authenticate(token, { type: 'at+jwt' })).toMatchObject({ identityId: 'ada' });
  });
});

describe('the claims of a JSON Web Token', () => {
  it.each<[string, JWTPayload, JwtAuthenticatorOptions['claims'], object]>([
    ['tenant', { 'https://x/t': 'globex' }, { tenant: 'https://x/t' }, { tenantId: 'globex' }],
    ['identity', { uid: 'u1' }, { identity: 'uid' }, { identityId: 'u1' }],
    [
      'time of authentication',
      { at: now - 60 },
      { authenticationTime: 'at' },
      { authenticatedAt: new Date((now - 60) * 1000) },
    ],
    ['session', { session_id: 's2' }, { session: 'session_id' }, { sessionId: 's2' }],
    ['assurance', { loa: 'aal2' }, { assurance: 'loa' }, { assurance: 'aal2' }],
    ['scope', { permissions: ['a'] }, { scope: 'permissions' }, { scopes: ['a'] }],
  ])('give the %s under another name', async (_, extra, names, expected) => {
    const token = await sign({ ...claims, ...extra });
    expect(await authenticate(token, { claims: names! })).toMatchObject(expected);
  });

  it.each<[JWTPayload, readonly string[]]>([
    [{ scope: ' a  b ' }, ['a', 'b']],
    [{ scope: ['a', 'b'] }, ['a', 'b']],
    [{ scp: ['a'] }, ['a']],
    [{ scp: 'a b' }, ['a', 'b']],
    [{ scope: 'a', scp: 'b' }, ['a']],
    [{}, []],
  ])('%j grant the scopes %j', async (extra, scopes) => {
    expect(await authenticate(await sign({ ...claims, ...extra }))).toMatchObject({ scopes });
  });

  it.each<[JWTPayload, string | null]>([
    [{ acr: 'aal1' }, 'aal1'],
    [{ acr: 'aal2' }, 'aal2'],
    [{ acr: 'urn:example:gold' }, 'aal1'],
    [{ acr: '' }, 'aal1'],
    [{ acr: 'phr' }, 'aal2'],
    [{ acr: 'phrh' }, 'aal2'],
    [{}, null],
  ])('%j have the assurance %s', async (extra, assurance) => {
    expect(await authenticate(await sign({ ...claims, ...extra }))).toMatchObject({ assurance });
  });

  it.each<[JWTPayload, boolean]>([
    [{ acr: 'aal2' }, false],
    [{ acr: 'phr' }, true],
    [{ acr: 'phrh' }, true],
    [{ acr: 'aal2', amr: ['pwd', 'swk', 'mfa'] }, true],
    [{ acr: 'aal2', amr: ['hwk', 'mfa', 'user'] }, true],
    [{ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] }, false],
    [{ acr: 'aal2', amr: 'hwk' }, false],
  ])('%j resist phishing: %s', async (extra, phishingResistant) => {
    const token = await sign({ ...claims, ...extra });
    expect(await authenticate(token)).toMatchObject({ phishingResistant });
  });

  it('may be read for that by the host', async () => {
    const token = await sign({ ...claims, amr: ['hwk'], passkey: false });
    const phishingResistant = (payload: JwtPayload) => payload['passkey'] === true;
    expect(await authenticate(token, { claims: { phishingResistant } })).toMatchObject({
      phishingResistant: false,
    });
  });

  it('may be read for assurance by the host', async () => {
    const token = await sign({ ...claims, amr: ['pwd', 'otp'] });
    const assurance = (payload: Readonly<Record<string, unknown>>) =>
      (payload['amr'] as string[]).includes('otp') ? 'aal2' : 'aal1';
    expect(await authenticate(token, { claims: { assurance } })).toMatchObject({
      assurance: 'aal2',
    });
  });
});

describe('an authenticator for JSON Web Tokens cannot be made', () => {
  it.each<[string, Record<string, unknown>]>([
    ['without algorithms', { algorithms: undefined }],
    ['with an empty list of algorithms', { algorithms: [] }],
    ['with alg none', { algorithms: ['ES256', 'none'] }],
    ['with an HMAC', { algorithms: ['HS256'] }],
    ['with one algorithm that is no list', { algorithms: 'ES256' }],
    ['without an issuer', { issuer: undefined }],
    ['with an empty issuer', { issuer: '' }],
    ['without an audience', { audience: undefined }],
    ['with no audience in the list', { audience: [] }],
    ['with a negative tolerance', { clockTolerance: -1 }],
    ['with a tolerance above 300 seconds', { clockTolerance: 301 }],
    ['with a tolerance that is no number', { clockTolerance: Number.NaN }],
    ['with a key set on no web server', { keys: { jwksUrl: 'file:///etc/keys.json' } }],
    ['with a key set at no URL', { keys: { jwksUrl: 'keys.json' } }],
    ['with a key set under a misspelt name', { keys: { jwksUri: 'https://x.example/keys' } }],
    ['with an invalid key set', { keys: { jwks: {} } }],
    ['with a negative cool-down', { keys: { jwksUrl: 'https://x.example/k', cooldownMs: -1 } }],
    ['without keys', { keys: undefined }],
    ['with an option that is misspelt', { audiences: ['a'] }],
  ])('%s', (_, changes) => {
    const broken = { ...options, ...changes };
    expect(() => createJwtAuthenticator(broken)).toThrow(/^createJwtAuthenticator: /);
  });
});

describe('a key set on a web server', () => {
  let server: Server;
  let answer: { readonly status: number; readonly body: string };
  let fetches = 0;

  beforeAll(async () => {
    server = createServer((_, response) => {
      fetches += 1;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
  });

  const jwksUrl = (): string =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;

  it('is fetched once for many tokens', async () => {
    answer = { status: 200, body: JSON.stringify(jwks) };
    const authenticator = createJwtAuthenticator({ ...options, keys: { jwksUrl: jwksUrl() } });
    const token = await sign(claims);
    fetches = 0;
    for (let count = 0; count < 3; count += 1) {
      expect(await authenticator.authenticate(token, REQUEST)).toMatchObject({ identityId: 'ada' });
    }
    expect(
      await authenticator.authenticate(await sign(claims, { header: { kid: 'x' } }), REQUEST),
    ).toEqual({ refused: 'key' });
    expect(fetches).toBe(1);
  });

  it.each([
    ['answers with an error', 500, ''],
    ['answers with a redirect', 302, ''],
    ['answers with a page', 200, '<html>'],
    ['answers with another document', 200, '{}'],
  ])(
    'that %s is named where it makes the authenticator throw, not say no',
    async (_, status, body) => {
      answer = { status, body };
      const keys = { jwksUrl: new URL(`${jwksUrl()}?api_key=secret`) };
      const answered = authenticate(await sign(claims), { keys });
      await expect(answered).rejects.toThrow(AuthenticationUnavailable);
      await expect(answered).rejects.toThrow(`the key set at ${jwksUrl()} cannot be read`);
    },
  );

  it('that cannot be reached makes the authenticator throw, not say no', async () => {
    const keys = { jwksUrl: 'http://127.0.0.1:1/keys', timeoutMs: 1_000 };
    await expect(authenticate(await sign(claims), { keys })).rejects.toThrow(
      'the key set at http://127.0.0.1:1/keys cannot be read',
    );
  });

  it('is not asked about a token whose algorithm is not allowed', async () => {
    fetches = 0;
    expect(await authenticate(unsigned('none'), { keys: { jwksUrl: jwksUrl() } })).toEqual({
      refused: 'algorithm',
    });
    expect(fetches).toBe(0);
  });
});

const base64url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

function unsigned(alg: string): string {
  return `${base64url({ alg, kid: 'es' })}.${base64url(claims)}.`;
}

async function signedWithPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(rs256.publicKey));
  return sign(claims, { header: { alg: 'HS256', kid: 'rs' }, key: secret });
}

function signedWithCriticalHeader(): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'es', crit: ['x-policy'], 'x-policy': 1 })
    .sign(es256.privateKey, { crit: { 'x-policy': true } });
}

async function signedWithOwnKey(): Promise<string> {
  const own = await generateKeyPair('ES256', { extractable: true });
  const header = { kid: 'es', jwk: await exportJWK(own.publicKey) };
  return sign(claims, { header, key: own.privateKey });
}

function tampered(token: string): string {
  const [header, , signature] = token.split('.');
  return [header, base64url({ ...claims, sub: 'bob' }), signature].join('.');
}
