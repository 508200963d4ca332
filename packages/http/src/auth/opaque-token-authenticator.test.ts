import { describe, expect, it } from 'vitest';
import { toHttpRequest } from '../../test/worlds/account-world.js';
import { createOpaqueTokenAuthenticator } from './opaque-token-authenticator.js';

const REQUEST = toHttpRequest({ method: 'GET', path: '/v1/account/mfa' });
const good = { tenantId: 'acme', identityId: 'ada' };
const authenticate = (claims: unknown, token = 'token') =>
  createOpaqueTokenAuthenticator(async () => claims as typeof good | null).authenticate(
    token,
    REQUEST,
  );

describe('an opaque token', () => {
  it('authenticates the identity that the host returns', async () => {
    const claims = {
      ...good,
      sessionId: 's1',
      assurance: 'aal2',
      phishingResistant: true,
      scopes: ['a'],
    };
    expect(await authenticate(claims)).toMatchObject(claims);
  });

  it('may leave out everything but tenant and identity', async () => {
    expect(await authenticate(good)).toMatchObject({
      ...good,
      sessionId: null,
      assurance: null,
      phishingResistant: false,
      scopes: [],
    });
  });

  it('is not valid where the host does not know it', async () => {
    expect(await authenticate(null)).toEqual({ refused: 'unknown' });
  });

  it.each<[string, unknown]>([
    ['the tenant is no tenant id', { ...good, tenantId: 'a/b' }],
    ['the tenant is empty', { ...good, tenantId: '' }],
    ['the tenant is a number', { ...good, tenantId: 1 }],
    ['the identity is empty', { ...good, identityId: '' }],
    ['the identity is missing', { tenantId: 'acme' }],
    ['the identity is an object', { ...good, identityId: {} }],
    ['the identity has a control character', { ...good, identityId: 'a\u0000b' }],
    ['the identity has half a surrogate pair', { ...good, identityId: 'a\ud800' }],
    ['the identity is longer than 255 characters', { ...good, identityId: 'a'.repeat(256) }],
    ['the session is a number', { ...good, sessionId: 7 }],
    ['the assurance is unheard of', { ...good, assurance: 'aal3' }],
    ['the resistance to phishing is a text', { ...good, phishingResistant: 'yes' }],
    ['the scopes are a text', { ...good, scopes: 'a b' }],
    ['a scope is a number', { ...good, scopes: ['a', 1] }],
    ['the time is a number', { ...good, authenticatedAt: 1_767_225_600 }],
  ])('shows a mistake of the host where %s', async (_, claims) => {
    await expect(authenticate(claims)).rejects.toThrow(TypeError);
  });

  it('names the wrong claim, and the properties without their values', async () => {
    await expect(authenticate({ tenant_id: 'a secret', identityId: 'ada' })).rejects.toThrow(
      'lookup must return null or claims whose tenantId is a text that isTenantId of @stepward/core accepts; it returned the properties tenant_id, identityId',
    );
    await expect(authenticate({ ...good, assurance: 'AAL2' })).rejects.toThrow(
      "claims whose assurance is 'aal1', 'aal2' or null",
    );
  });

  it("is looked up with the request that it came with, and with the framework's own", async () => {
    const session = { userId: 'ada' };
    const authenticator = createOpaqueTokenAuthenticator(async (_, { path, original }) =>
      path === REQUEST.path
        ? { tenantId: 'acme', identityId: (original as typeof session).userId }
        : null,
    );
    const request = { ...REQUEST, original: session };
    expect(await authenticator.authenticate('token', request)).toMatchObject(good);
  });

  it('of more than 8 KiB, or of nothing, is not looked up', async () => {
    const tooLong = { refused: 'length' };
    const never = createOpaqueTokenAuthenticator(() => Promise.reject(new Error('looked up')));
    expect(await never.authenticate('a'.repeat(8_193), REQUEST)).toEqual(tooLong);
    expect(await never.authenticate('', REQUEST)).toEqual(tooLong);
    await expect(never.authenticate('a'.repeat(8_192), REQUEST)).rejects.toThrow('looked up');
  });
});

it('an authenticator without a lookup cannot be made', () => {
  expect(() => createOpaqueTokenAuthenticator({ lookup: () => null } as never)).toThrow(
    'createOpaqueTokenAuthenticator: lookup must be a function',
  );
});
