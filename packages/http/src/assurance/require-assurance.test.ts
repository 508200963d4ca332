import { createFixedClock, createRecordingLogger } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { AuthenticationUnavailable } from '../auth/access-tokens.js';
import {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from '../auth/opaque-token-authenticator.js';
import type { AssuranceOptions } from './create-assurance-check.js';
import { userOf } from './create-user-check.js';
import { requireAssurance } from './require-assurance.js';

const clock = createFixedClock();
const ADA: TokenClaims = {
  tenantId: 'acme',
  identityId: 'ada',
  assurance: 'aal2',
  authenticatedAt: clock.now(),
};
const WEAK = { ...ADA, assurance: 'aal1' } as const;

/** A resource for which Ada's token has these claims. */
function resource(claims: TokenClaims | Error, changes: Partial<AssuranceOptions> = {}) {
  const accessTokens = createOpaqueTokenAuthenticator(async (token) => {
    if (claims instanceof Error) throw claims;
    return token === 'ada-token' ? claims : null;
  });
  const logger = createRecordingLogger();
  const options = { accessTokens, acr: 'aal2', maxAge: 300, clock, logger, ...changes } as const;
  return requireAssurance(options);
}

function request(
  headers: Readonly<Record<string, string>> = { authorization: 'Bearer ada-token' },
): Request {
  return new Request('https://pay.example.com/payments', { method: 'POST', headers });
}

/** The status, the reason and the challenge of the refusal. */
async function refusal(response: Response | null): Promise<readonly unknown[]> {
  if (response === null) return ['passed'];
  const { reason } = (await response.json()) as { readonly reason: string };
  return [response.status, reason, response.headers.get('www-authenticate')];
}

const INSUFFICIENT =
  'Bearer error="insufficient_user_authentication", ' +
  'error_description="a stronger or more recent authentication is required", acr_values="aal2"';

describe('a resource that requires aal2 of the last 5 minutes', () => {
  it('lets a sufficient authentication pass, and names its user', async () => {
    const asked = request();
    expect(await resource(ADA)(asked)).toBeNull();
    expect(userOf(asked).identityId).toBe('ada');
  });

  it('refuses a request without a token with a plain challenge', async () => {
    expect(await refusal(await resource(ADA)(request({})))).toEqual([
      401,
      'token_missing',
      'Bearer realm="resource"',
    ]);
  });

  it.each([
    ['an unknown token', { authorization: 'Bearer other' }],
    ['a management key', { authorization: `Bearer service_mgmt_${'x'.repeat(40)}` }],
  ])('refuses %s as invalid', async (_, headers) => {
    const [status, reason] = await refusal(await resource(ADA)(request(headers)));
    expect([status, reason]).toEqual([401, 'token_invalid']);
  });

  // standard: nist/5.1.2-tokens, asvs/6.8.4, asvs/7.6.1, asvs/10.3.4
  it.each<[string, TokenClaims]>([
    ['too weak', WEAK],
    ['too old', { ...ADA, authenticatedAt: new Date(clock.now().getTime() - 301_000) }],
    ['of an unknown time', { ...ADA, authenticatedAt: null }],
    ['of an unknown level', { ...ADA, assurance: null }],
  ])('asks for another authentication where it is %s (RFC 9470)', async (_, claims) => {
    const asked = request();
    expect(await refusal(await resource(claims)(asked))).toEqual([
      401,
      'authentication_insufficient',
      `${INSUFFICIENT}, max_age="300", realm="resource"`,
    ]);
    expect(() => userOf(asked)).toThrow('must stand before this handler');
  });

  it('is 503 where tokens cannot be checked, and 500 where that failed', async () => {
    const away = new AuthenticationUnavailable('no key set');
    expect((await refusal(await resource(away)(request())))[0]).toBe(503);
    expect((await refusal(await resource(new Error('a bug'))(request())))[0]).toBe(500);
  });

  it('is 403 over plain http, unless the client is on this machine', async () => {
    const plain = (): Request =>
      new Request('http://pay.example.com/', { headers: { authorization: 'Bearer ada-token' } });
    expect((await refusal(await resource(ADA)(plain())))[0]).toBe(403);
  });
});

it('that must resist phishing, an authentication at aal2 without it is sent back for phr', async () => {
  const changes = { phishingResistant: true };
  expect(await resource({ ...ADA, phishingResistant: true }, changes)(request())).toBeNull();
  const [, reason, challenge] = await refusal(await resource(ADA, changes)(request()));
  expect(reason).toBe('authentication_insufficient');
  expect(challenge).toContain('acr_values="phr", max_age="300"');
});

it('without acr the level is aal2', async () => {
  const accessTokens = createOpaqueTokenAuthenticator(async () => WEAK);
  const [, , challenge] = await refusal(await requireAssurance({ accessTokens })(request()));
  expect(challenge).toContain('acr_values="aal2", realm="resource"');
});

it('without maxAge the challenge names only the level, in the names of the authorisation server', async () => {
  const accessTokens = createOpaqueTokenAuthenticator(async () => WEAK);
  const check = requireAssurance({ accessTokens, acr: 'aal2', acrValues: 'urn:example:mfa phr' });
  const [, , challenge] = await refusal(await check(request()));
  expect(challenge).toContain('acr_values="urn:example:mfa phr", realm="resource"');
});

it.each([
  [{ acr: 'aal3' }, "requireAssurance: acr must be 'aal1' or 'aal2'"],
  [{ phishingResistant: 'yes' }, 'phishingResistant must be true or false'],
  [{ maxAge: 1.5 }, 'maxAge must be a whole number of seconds from 0 to 31536000'],
  [{ maxAge: -1 }, 'maxAge must be a whole number of seconds'],
  [{ acrValues: 'a"b' }, 'acrValues must be names without quotation marks'],
  [{ max_age: 300 }, 'there is no option max_age'],
  [{ allowedOrigins: ['*'] }, 'requireAssurance: allowedOrigins must be a list of origins'],
])('%j is refused when it is made', (changes, message) => {
  expect(() => resource(ADA, changes as Partial<AssuranceOptions>)).toThrow(message);
});
