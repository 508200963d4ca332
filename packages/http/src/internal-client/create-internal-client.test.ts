import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createInternalClient, type InternalClientOptions } from './index.js';

const SECRET = 'a-service-secret-of-the-unit-tests';
const BASE = 'https://acme.example.com';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly body: unknown;
}

/** A client whose every call is answered by `answer`, and what it sent. */
function clientOver(
  answer: (signal: AbortSignal) => Response | Promise<Response>,
  options: Partial<InternalClientOptions> = {},
) {
  const sent: Sent[] = [];
  const client = createInternalClient({
    baseUrl: BASE,
    secret: SECRET,
    fetch: async (url, init = {}) => {
      const { body } = init;
      sent.push({ url: (url as URL).href, init, body: JSON.parse(body as string) });
      return answer(init.signal as AbortSignal);
    },
    ...options,
  });
  return { client, sent };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

const problem = (status: number, reason: string, headers = {}): Response =>
  json(status, { type: `urn:stepward:problem:${reason}`, status, reason }, headers);

const ADA = { identityId: 'ada', sessionId: 'session-1' };
const ANSWER = { sessionId: 'session-1', code: '042042' };

describe('a call', () => {
  it('sends the secret, the tenant and the body, and follows no redirect', async () => {
    const { client, sent } = clientOver(() => json(200, { verified: true }), { tenantId: 'acme' });
    await client.verify(ANSWER);
    const [{ url, init } = {} as Sent] = sent;
    expect(url).toBe('https://acme.example.com/v1/internal/mfa/sms/verify');
    expect(init).toMatchObject({
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-internal-service-secret': SECRET,
        'x-tenant-id': 'acme',
      },
      body: '{"session_id":"session-1","code":"042042"}',
    });
  });

  it('names the factor, and the identity where no challenge tells it', async () => {
    const { client, sent } = clientOver(() => json(200, { verified: true }));
    await client.verify({ ...ANSWER, factor: 'totp', identityId: 'ada', organisationId: 'org' });
    const [{ url, init } = {} as Sent] = sent;
    expect(url).toBe('https://acme.example.com/v1/internal/mfa/totp/verify');
    expect(JSON.parse(init.body as string)).toEqual({
      identity_id: 'ada',
      session_id: 'session-1',
      code: '042042',
      organisation_id: 'org',
    });
  });

  it.each([
    [{}, { identity_id: 'ada', session_id: 'session-1' }],
    [{ locale: 'de' }, { identity_id: 'ada', session_id: 'session-1', locale: 'de' }],
    [
      { organisationId: 'org_main' },
      { identity_id: 'ada', session_id: 'session-1', organisation_id: 'org_main' },
    ],
  ])('to challenge with %j sends %j, and no tenant where none is given', async (more, body) => {
    const { client, sent } = clientOver(() => json(200, { phone_number_masked: '+14*****2671' }));
    await client.challenge({ ...ADA, ...more });
    expect(sent[0]?.body).toEqual(body);
    expect(sent[0]?.init.headers).not.toHaveProperty('x-tenant-id');
  });

  it.each([
    ['https://acme.example.com/', 'https://acme.example.com/v1/internal/mfa/sms/verify'],
    ['https://example.com/auth', 'https://example.com/auth/v1/internal/mfa/sms/verify'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/v1/internal/mfa/sms/verify'],
    ['http://[::1]:3000/a/', 'http://[::1]:3000/a/v1/internal/mfa/sms/verify'],
  ])('goes below %s', async (baseUrl, url) => {
    const { client, sent } = clientOver(() => json(200, {}), { baseUrl });
    await client.verify(ANSWER);
    expect(sent[0]?.url).toBe(url);
  });
});

describe('what comes of a challenge', () => {
  it.each<[string, () => Response, object]>([
    [
      'a code on its way',
      () => json(200, { phone_number_masked: '+14*****2671' }),
      { status: 'sent', phoneNumberMasked: '+14*****2671' },
    ],
    ['nobody', () => problem(404, 'identity_not_found'), { status: 'unknown_identity' }],
    ['a suspended person', () => problem(403, 'identity_suspended'), { status: 'suspended' }],
    ['no SMS', () => problem(409, 'sms_not_enrolled'), { status: 'not_enrolled' }],
    ["another's session", () => problem(409, 'session_taken'), { status: 'session_taken' }],
    [
      'an organisation that nobody knows',
      () => problem(404, 'organisation_not_found'),
      { status: 'unknown_organisation' },
    ],
    [
      'an organisation that does not allow SMS',
      () => problem(503, 'factor_not_allowed'),
      { status: 'unavailable', reason: 'factor_not_allowed' },
    ],
    ['no phone', () => problem(422, 'phone_not_verified'), { status: 'no_phone' }],
    [
      'a number that is not sent to',
      () => problem(422, 'destination_refused'),
      { status: 'destination_refused' },
    ],
    ['a success without a number', () => json(200, {}), { status: 'unexpected', httpStatus: 200 }],
    [
      'a problem that belongs to the other call',
      () => problem(422, 'code_mismatch'),
      { status: 'unexpected', httpStatus: 422 },
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await clientOver(answer).client.challenge(ADA)).toEqual(expected);
  });
});

describe('what comes of a code', () => {
  it.each<[string, () => Response | Promise<Response>, object]>([
    ['a right one', () => json(200, { verified: true }), { status: 'verified' }],
    ['a wrong one', () => problem(422, 'code_mismatch'), { status: 'wrong_code' }],
    ['a malformed one', () => problem(422, 'code_malformed'), { status: 'malformed_code' }],
    ['an expired one', () => problem(422, 'code_expired'), { status: 'expired' }],
    ['one too many', () => problem(422, 'attempts_exhausted'), { status: 'exhausted' }],
    ['a code that was withdrawn', () => problem(422, 'code_withdrawn'), { status: 'withdrawn' }],
    ['another phone', () => problem(422, 'phone_changed'), { status: 'phone_changed' }],
    ['no challenge', () => problem(404, 'nothing_pending'), { status: 'no_challenge' }],
    ['SMS removed', () => problem(409, 'sms_not_enrolled'), { status: 'not_enrolled' }],
    ['no app', () => problem(409, 'factor_not_enrolled'), { status: 'not_enrolled' }],
    ['a person gone', () => problem(404, 'identity_not_found'), { status: 'unknown_identity' }],
    ['a suspended person', () => problem(403, 'identity_suspended'), { status: 'suspended' }],
    [
      'a limit',
      () => problem(429, 'x', { 'retry-after': '59' }),
      { status: 'rate_limited', retryAfterMs: 59_000 },
    ],
    [
      'a limit of unknown end',
      () => json(429, {}),
      { status: 'rate_limited', retryAfterMs: 60_000 },
    ],
    [
      'a limit until a date',
      () => json(429, {}, { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
      { status: 'rate_limited', retryAfterMs: 60_000 },
    ],
    [
      'SMS off',
      () => problem(503, 'sms_disabled'),
      { status: 'unavailable', reason: 'sms_disabled' },
    ],
    [
      'a proxy that is down',
      () => new Response('<html>', { status: 502 }),
      { status: 'unavailable', reason: null },
    ],
    [
      'a reason that is none',
      () => json(500, { reason: `x ${SECRET}` }),
      { status: 'unavailable', reason: null },
    ],
    ['a wrong secret', () => problem(401, 'service_secret_invalid'), { status: 'unauthorized' }],
    [
      'a foreign 404',
      () => new Response('', { status: 404 }),
      { status: 'unexpected', httpStatus: 404 },
    ],
    [
      'a reason like a part of an object',
      () => problem(422, '__proto__'),
      { status: 'unexpected', httpStatus: 422 },
    ],
    [
      'a success that verifies nothing',
      () => json(200, { verified: false }),
      { status: 'unexpected', httpStatus: 200 },
    ],
    ['a success in text', () => new Response('true'), { status: 'unexpected', httpStatus: 200 }],
    ['a list', () => json(200, [{ verified: true }]), { status: 'unexpected', httpStatus: 200 }],
    ['null', () => json(200, null), { status: 'unexpected', httpStatus: 200 }],
    [
      'an answer of a megabyte',
      () => json(200, { verified: true, more: 'x'.repeat(1024 * 1024) }),
      { status: 'unexpected', httpStatus: 200 },
    ],
    [
      'a redirect',
      () => json(307, { verified: true }, { location: 'https://elsewhere.example' }),
      { status: 'unexpected', httpStatus: 307 },
    ],
    [
      'no connection',
      () => Promise.reject(new TypeError(`fetch failed: ${SECRET}`)),
      { status: 'unreachable', cause: 'network' },
    ],
    [
      'a connection that breaks off',
      () => new Response(brokenStream()),
      { status: 'unreachable', cause: 'network' },
    ],
  ])('%s', async (_, answer, expected) => {
    const came = await clientOver(answer).client.verify(ANSWER);
    expect(came).toEqual(expected);
    expect(inspect(came, { depth: Infinity, showHidden: true })).not.toContain(SECRET);
  });

  it.each<[string, (signal: AbortSignal) => Promise<Response> | Response]>([
    ['never answers and does not listen', () => new Promise(() => undefined)],
    ['never ends its body', () => new Response(new ReadableStream())],
    [
      'ends when told to',
      (signal) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    ],
  ])('a service that %s has timed out', async (_, answer) => {
    const { client } = clientOver(answer, { timeoutMs: 1 });
    expect(await client.verify(ANSWER)).toEqual({ status: 'unreachable', cause: 'timeout' });
  });
});

describe('a decision', () => {
  it.each([
    [{}, {}],
    [
      {
        consent: { requiredAssurance: 'aal2' as const, organisationId: 'org_main' },
        memberSince: new Date('2026-01-15T00:00:00.000Z'),
        risk: 'low' as const,
      },
      {
        consent: { required_assurance: 'aal2', organisation_id: 'org_main' },
        member_since: '2026-01-15T00:00:00.000Z',
        risk: 'low',
      },
    ],
  ])('with %j is asked for with %j', async (more, body) => {
    const { client, sent } = clientOver(() => json(200, { decision: 'nothing' }));
    await client.decide({ identityId: 'ada', session: { assurance: 'aal1' }, ...more });
    expect(sent[0]?.url).toBe('https://acme.example.com/v1/internal/step-up/decide');
    expect(sent[0]?.body).toEqual({
      identity_id: 'ada',
      session: { assurance: 'aal1' },
      ...body,
    });
  });

  it.each<[() => Response, object]>([
    [() => json(200, { decision: 'nothing' }), { status: 'nothing' }],
    [() => json(200, { decision: 'deny' }), { status: 'deny' }],
    [
      () => json(200, { decision: 'challenge', factor: 'sms', page: '/sms-verify' }),
      { status: 'challenge', factor: 'sms', page: '/sms-verify' },
    ],
    [
      () => json(200, { decision: 'challenge', factor: 'totp' }),
      { status: 'challenge', factor: 'totp', page: null },
    ],
    [() => json(200, { decision: 'enrol', skippable: true }), { status: 'enrol', skippable: true }],
    [() => json(200, { decision: 'enrol' }), { status: 'unexpected', httpStatus: 200 }],
    [() => json(200, { decision: 'perhaps' }), { status: 'unexpected', httpStatus: 200 }],
    [() => json(200, { decision: 'challenge' }), { status: 'unexpected', httpStatus: 200 }],
    [() => problem(404, 'identity_not_found'), { status: 'unknown_identity' }],
    [() => problem(404, 'organisation_not_found'), { status: 'unknown_organisation' }],
    [() => problem(403, 'identity_suspended'), { status: 'suspended' }],
  ])('of %s comes as %j', async (answer, expected) => {
    const { client } = clientOver(answer);
    const session = { assurance: 'aal1' } as const;
    expect(await client.decide({ identityId: 'ada', session })).toEqual(expected);
  });
});

describe('a client is not made', () => {
  it.each<[string, Partial<InternalClientOptions>]>([
    ['with a short secret', { secret: 'a'.repeat(31) }],
    ['with a secret that no header can carry', { secret: `${SECRET}\nx: y` }],
    ['with a relative address', { baseUrl: '/v1' }],
    ['with another scheme', { baseUrl: 'ftp://example.com' }],
    ['with credentials in the address', { baseUrl: `https://a:${SECRET}@example.com` }],
    ['with a query in the address', { baseUrl: `https://example.com/?key=${SECRET}` }],
    // spec: auth/tls
    ['for plain http to another machine', { baseUrl: 'http://acme.example.com' }],
    [
      'for plain http to a name that begins like this machine',
      { baseUrl: 'http://localhost.example.com' },
    ],
    ['with a tenant that is none', { tenantId: '../acme' }],
    ['with no time', { timeoutMs: 0 }],
    ['with half a millisecond', { timeoutMs: 0.5 }],
  ])('%s', (_, options) => {
    let thrown: unknown = null;
    try {
      createInternalClient({ baseUrl: BASE, secret: SECRET, ...options });
    } catch (error) {
      thrown = error;
    }
    const [option] = Object.keys(options);
    expect(String(thrown)).toMatch(new RegExp(`^TypeError: createInternalClient: ${option} `));
    expect(inspect(thrown, { showHidden: true })).not.toContain(SECRET);
  });

  it('unless plain http is allowed', () => {
    const options = { baseUrl: 'http://acme.example.com', secret: SECRET, allowHttp: true };
    expect(() => createInternalClient(options)).not.toThrow();
  });
});

function brokenStream(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"verified":'));
      controller.error(new Error(`reset ${SECRET}`));
    },
  });
}
