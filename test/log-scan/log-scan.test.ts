/** That the scan is at work in this run, and that a leak at any place fails the test in whose course it shows. */
import { err, ok, parsePhoneNumber, silentLogger, systemCaller } from '@stepward/core';
import { createFixedClock, createMemoryStorage } from '@stepward/testing';
import { toProblem, type RequestHead } from '@stepward/http';
import { describe, expect, it } from 'vitest';
import { newAuditEvent } from '../../packages/core/src/audit/new-audit-event.js';
import { toOneTimeCode } from '../../packages/core/src/shared/one-time-code.js';
import { printBase32Code, toBase32Code } from '../../packages/core/src/shared/base32-code.js';
import { toBase32 } from '../../packages/core/src/factors/totp/totp.js';
import { Redacted } from '../../packages/core/src/shared/keys/redacted.js';
import { createCredentialReader } from '../../packages/http/src/auth/read-credential.js';
import { createServiceSecretCheck } from '../../packages/http/src/auth/service-secrets.js';
import { createMaintenance } from '../../packages/webhooks/src/worker/maintenance.js';
import { takeLeaks, takeLeaksBesideEchoes } from './ledger.js';

const PHONE = '+14155552671';
const HARMLESS = '+14*****2671';

/** Every way to say something, whatever it is. */
const places: readonly (readonly [string, (text: string) => unknown])[] = [
  ['a log line of a logger made by hand', logFailedTask],
  ['a log line that no logger was there for', (text) => silentLogger.info({ text }, 'said')],
  ['the message of a log line', (text) => silentLogger.debug({}, text)],
  ['an error in a log line', (text) => silentLogger.warn({ error: new Error(text) }, 'failed')],
  ['an audit entry', appendAuditEntry],
  ['the problem document of an answer', tellProblem],
  ['an error of a Result', (text) => err({ code: 'made_up', text }).isErr()],
];

describe.each(places)('%s', (_, say) => {
  it('may be harmless', async () => {
    await say(HARMLESS);
  });

  it.fails('fails the test where it holds a secret', async () => {
    await say(PHONE);
  });
});

const REQUEST: RequestHead = {
  method: 'GET',
  path: '/v1/account/mfa',
  query: '',
  headers: {},
  host: null,
  clientAddress: '192.0.2.1',
  scheme: 'https',
  original: null,
};

function readCredential(request: RequestHead): unknown {
  return createCredentialReader({})(request, 'account');
}

describe('a secret is known', () => {
  const SECRET_OF_AN_APP = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const presented = 'a-presented-credential-0123456789';
  it.each<[string, () => unknown, string]>([
    ['a code that was revealed', () => toOneTimeCode(42).reveal(), 'code 000042'],
    ['a secret of an app', () => toBase32(Buffer.from('12345678901234567890')), SECRET_OF_AN_APP],
    [
      'a recovery code or a temporary pass as it is shown',
      () => printBase32Code(toBase32Code(Buffer.from('0123456789012345'))),
      'GHJK-MNPQ-RSGH-JKMN',
    ],
    ['a number without its plus sign', () => parsePhoneNumber('+4915112345'), '004915112345'],
    [
      'a token that was presented',
      () => readCredential({ ...REQUEST, headers: { authorization: [`Bearer ${presented}`] } }),
      presented,
    ],
    [
      'a service secret that is set',
      () => createServiceSecretCheck(['s'.repeat(31) + '1']),
      's'.repeat(31) + '1',
    ],
    [
      'a service secret that was tried',
      () => createServiceSecretCheck([])('guessed-1'),
      'guessed-1',
    ],
  ])('that is %s', (_, know, text) => {
    know();
    silentLogger.info({ text }, 'said');
    expect(takeLeaks()).toHaveLength(1);
    silentLogger.info({ text: 'something else' }, 'said');
    expect(takeLeaks()).toEqual([]);
  });
});

describe('a code', () => {
  it('is known in the test that issues it', () => {
    toOneTimeCode(77).reveal();
    silentLogger.info({ text: '000077' }, 'said');
    expect(takeLeaks()).toHaveLength(1);
  });

  it.each([
    ['one of an earlier test', '000077'],
    ['any other number of six digits', '271828'],
  ])('is not %s', (_, digits) => {
    toOneTimeCode(78).reveal();
    silentLogger.info({ processId: Number(digits), text: `took ${digits} ms` }, 'said');
    expect(takeLeaks()).toEqual([]);
  });

  it.each<[string, boolean, (digits: string) => unknown]>([
    ['as a string in a log line', true, (code) => silentLogger.info({ code }, 'said')],
    ['as a number of a log line', false, (code) => silentLogger.info({ ms: Number(code) }, 'said')],
    ['as a string in an audit entry', true, (code) => appendAuditEntry(code)],
    ['as a number of an audit entry', false, (code) => appendAuditEntry(Number(code))],
  ])('%s is a leak: %s', async (_, isLeak, say) => {
    toOneTimeCode(161_803).reveal();
    await say('161803');
    expect(takeLeaks()).toHaveLength(isLeak ? 1 : 0);
  });

  it('is not learned from a text that only holds digits', () => {
    new Redacted('order 314159 was paid').reveal();
    silentLogger.info({ text: '314159' }, 'said');
    expect(takeLeaks()).toEqual([]);
  });
});

it('the words of a caller may come back to it in an error, and nowhere else', () => {
  tellProblem(PHONE);
  silentLogger.info({ text: PHONE }, 'said');
  expect(takeLeaksBesideEchoes().map(({ place }) => place)).toEqual(['a log line']);
});

async function logFailedTask(text: string): Promise<void> {
  const ignore = (): void => undefined;
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const run = () => Promise.reject(new Error(text));
  const maintenance = createMaintenance([{ name: 'task', everyMs: 1, run }], {
    clock: createFixedClock(),
    logger,
  });
  maintenance.begin();
  await maintenance.settled();
}

async function appendAuditEntry(text: string | number): Promise<void> {
  const event = newAuditEvent({
    id: 'e1',
    type: 'hipaa.enabled',
    at: new Date(0),
    actor: systemCaller('acme').actor,
    target: null,
    client: null,
    details: { text },
  });
  const appended = await createMemoryStorage().run({ tenantId: 'acme' }, async ({ record }) => {
    await record({ audit: [event], entries: [], events: [] });
    return ok(null);
  });
  appended._unsafeUnwrap();
}

function tellProblem(value: string): void {
  const violation = { field: 'a', rule: 'type', limit: null, value } as const;
  toProblem({ code: 'policy_invalid', violations: [violation] }, 'r1');
}
