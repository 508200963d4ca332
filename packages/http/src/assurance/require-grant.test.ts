import { appCode, createRecordingLogger, createTestStepward } from '@stepward/testing';
import { expect, it } from 'vitest';
import {
  createOpaqueTokenAuthenticator,
  type TokenClaims,
} from '../auth/opaque-token-authenticator.js';
import type { GrantOptions } from './create-grant-check.js';
import { userOf } from './create-user-check.js';
import { requireGrant } from './require-grant.js';

const TOKENS: Readonly<Record<string, TokenClaims>> = {
  ada: { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1', assurance: 'aal1' },
  'ada-elsewhere': { tenantId: 'acme', identityId: 'ada', sessionId: 'session-2' },
  'ada-sessionless': { tenantId: 'acme', identityId: 'ada' },
  bob: { tenantId: 'acme', identityId: 'bob', sessionId: 'session-1' },
};

const payment = (amount: string) => ({
  id: 'payment',
  text: `Pay ${amount} EUR`,
  data: { amount },
});

interface Sent {
  readonly token?: string;
  /** The grant; null for none. */
  readonly given?: string | null;
}

/** A resource that pays an amount, and a grant of Ada's for 120. */
async function resource(changes: Partial<GrantOptions<Request>> = {}) {
  const { stepward, addIdentity, clock } = await createTestStepward();
  const ada = await addIdentity('ada');
  await addIdentity('bob', { phone: null });
  const { secret } = (await stepward.totp.start(ada))._unsafeUnwrap();
  (await stepward.totp.verify(ada, appCode(secret, clock.now())))._unsafeUnwrap();
  clock.advance(30_000);
  const { assurance: _, ...person } = ada;
  const answering = { ...person, sessionId: 'session-1', factor: 'totp' };
  const code = appCode(secret, clock.now());
  const approved = await stepward.stepUp.verify({ ...answering, operation: payment('120') }, code);
  const logger = createRecordingLogger();
  const check = requireGrant({
    accessTokens: createOpaqueTokenAuthenticator(async (token) => TOKENS[token] ?? null),
    grants: stepward.grants,
    operation: async (request) => payment(((await request.json()) as { amount: string }).amount),
    logger,
    ...changes,
  });
  const grant = approved._unsafeUnwrap().grant!.reveal();
  async function pay(amount: string, { token = 'ada', given = grant }: Sent = {}) {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(given !== null && { 'Stepward-Grant': given }),
    };
    const init = { method: 'POST', headers, body: JSON.stringify({ amount }) };
    const request = new Request('https://pay.example.com/payments', init);
    const refused = await check(request);
    if (refused === null) return ['paid', userOf(request).identityId, await request.text()];
    const { reason } = (await refused.json()) as { readonly reason: string };
    return [refused.status, reason, refused.headers.get('www-authenticate')];
  }
  return { pay, stepward, clock, logger };
}

const CHALLENGE =
  'Bearer error="insufficient_user_authentication", ' +
  'error_description="the operation has to be approved", acr_values="aal2", realm="resource"';

it('lets the operation of a grant pass once, and leaves its body to the handler', async () => {
  const { pay } = await resource();
  expect(await pay('120')).toEqual(['paid', 'ada', '{"amount":"120"}']);
  expect(await pay('120')).toEqual([401, 'grant_invalid', CHALLENGE]);
});

it('asks for an approval where there is none (RFC 9470)', async () => {
  const { pay } = await resource();
  expect(await pay('120', { given: null })).toEqual([401, 'grant_missing', CHALLENGE]);
  const other = await resource({ acrValues: 'urn:example:mfa' });
  const [, , challenge] = await other.pay('120', { given: '' });
  expect(challenge).toContain('acr_values="urn:example:mfa"');
});

it('refuses another operation, and with it the grant', async () => {
  const { pay } = await resource();
  expect(await pay('1200')).toEqual([403, 'grant_mismatch', null]);
  expect(await pay('120')).toEqual([401, 'grant_invalid', CHALLENGE]);
});

it.each(['ada-elsewhere', 'bob'])('refuses the grant for %s', async (token) => {
  const { pay } = await resource();
  expect(await pay('120', { token })).toEqual([401, 'grant_invalid', CHALLENGE]);
  expect(await pay('120')).toEqual(['paid', 'ada', '{"amount":"120"}']);
});

it('refuses the grant of a suspended person', async () => {
  const { pay, stepward } = await resource();
  const ada = (await stepward.identities.find('acme', 'ada'))!;
  (await stepward.identities.put('acme', { ...ada, state: 'suspended' }))._unsafeUnwrap();
  expect(await pay('120')).toEqual([403, 'identity_suspended', null]);
});

it('is 401 for a token that is not valid, which spends no grant', async () => {
  const { pay } = await resource();
  expect((await pay('120', { token: 'other' }))[1]).toBe('token_invalid');
  expect((await pay('120'))[0]).toBe('paid');
});

it.each<readonly [string, string, Partial<GrantOptions<Request>>, string]>([
  ['the token names no session', 'ada-sessionless', {}, 'must name its session'],
  [
    'the function of the host throws',
    'ada',
    { operation: () => Promise.reject(new Error('a bug')) },
    'a bug',
  ],
])('is 500, and logged, where %s', async (_, token, changes, message) => {
  const { pay, logger } = await resource(changes);
  expect((await pay('120', { token })).slice(0, 2)).toEqual([500, 'internal_error']);
  expect(JSON.stringify(logger.lines)).toContain(message);
});

it.each([
  [{ grants: {} }, 'requireGrant: grants must be stepward.grants'],
  [{ operation: null }, 'operation must be a function from a request to its operation'],
  [{ maxAge: 300 }, 'there is no option maxAge'],
])('%j is refused when it is made', async (changes, message) => {
  await expect(resource(changes as never)).rejects.toThrow(message);
});
