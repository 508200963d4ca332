import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { TWILIO } from '../../test/receipt-vectors.js';
import type { ReceiptRequest } from './receipt-source.js';
import { readTwilioReceipts, twilioReceipts, verifyTwilioSignature } from './twilio.js';

const DUPLICATES = {
  ...TWILIO,
  params: { Sid: 'CA123', SidAccount: 'AC123', Digits: ['5678', '1234', '1234'] },
  signature: 'IK+Dwps556ElfBT0I3Rgjkr1wJU=',
};
const PORTS = {
  ...TWILIO,
  params: { ...TWILIO.params, From: '+14158675309', Caller: '+14158675309' },
};

it.each([
  ['the published vector', TWILIO],
  ['fields that came more than once', DUPLICATES],
  [
    'an address that was signed with the port of https',
    { ...PORTS, signature: 'kvajT1Ptam85bY51eRf/AJRuM3w=' },
  ],
  [
    'an address that was signed with the port of http',
    {
      ...PORTS,
      url: TWILIO.url.replace('https', 'http'),
      signature: '0ZXoZLH/DfblKGATFgpif+LLRf4=',
    },
  ],
  [
    'an address that was signed without its port',
    {
      ...PORTS,
      url: TWILIO.url.replace('.com', '.com:1234'),
      signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    },
  ],
  [
    'an address that was signed with its port',
    {
      ...PORTS,
      url: TWILIO.url.replace('.com', '.com:1234').replace('https', 'http'),
      signature: 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU=',
    },
  ],
])('%s is genuine', (_, signed) => {
  expect(verifyTwilioSignature(signed)).toBe(true);
});

it.each([
  ['another token', { authToken: '12346' }],
  ['another address', { url: 'https://mycompany.com/myapp.php?foo=1' }],
  ['another host', { url: 'https://example.com/myapp.php?foo=1&bar=2' }],
  ['another value', { params: { ...TWILIO.params, Digits: '1235' } }],
  ['a field more', { params: { ...TWILIO.params, Extra: '' } }],
  ['a field less', { params: { ...TWILIO.params, Digits: [] } }],
  ['half a signature', { signature: TWILIO.signature.slice(0, 14) }],
  ['no signature', { signature: '' }],
  ['an invalid address', { url: 'mycompany.com' }],
])('with %s it is not', (_, changed) => {
  expect(verifyTwilioSignature({ ...TWILIO, ...changed })).toBe(false);
});

it.each([
  ['sent', null, { status: 'sent' }],
  ['delivered', null, { status: 'delivered' }],
  ['read', null, { status: 'delivered' }],
  ['undelivered', '30003', { status: 'undelivered', reason: 'unreachable', detail: '30003' }],
  ['undelivered', '30006', { status: 'undelivered', reason: 'invalid_number', detail: '30006' }],
  ['undelivered', '30007', { status: 'undelivered', reason: 'blocked', detail: '30007' }],
  ['undelivered', '30036', { status: 'undelivered', reason: 'expired', detail: '30036' }],
  ['failed', '21610', { status: 'failed', reason: 'unsubscribed', detail: '21610' }],
  ['failed', '21612', { status: 'failed', reason: 'blocked', detail: '21612' }],
  ['failed', '30034', { status: 'failed', reason: 'misconfigured', detail: '30034' }],
  ['failed', '99999', { status: 'failed', reason: 'unknown', detail: '99999' }],
  ['failed', 'to +14155552671', { status: 'failed', reason: 'unknown', detail: null }],
  ['canceled', null, { status: 'failed', reason: 'unknown', detail: null }],
])('%s with the code %s is read', (status, code, expected) => {
  const form = new URLSearchParams({
    MessageSid: 'SM1',
    MessageStatus: status,
    To: '+14155552671',
  });
  if (code !== null) form.set('ErrorCode', code);
  expect(readTwilioReceipts(form)).toEqual([{ messageId: 'SM1', ...expected }]);
});

it.each([
  ['a message that is on its way to the network', 'MessageSid=SM1&MessageStatus=queued'],
  ['a status that every object has', 'MessageSid=SM1&MessageStatus=toString'],
  ['no message', 'MessageStatus=delivered'],
  ['an empty id', 'MessageSid=&MessageStatus=delivered'],
  ['an id that is too long to be one', `MessageSid=${'S'.repeat(257)}&MessageStatus=delivered`],
  ['an empty form', ''],
])('%s tells nothing', (_, form) => {
  expect(readTwilioReceipts(new URLSearchParams(form))).toEqual([]);
});

/** A request with those fields, signed with the token of the account. */
function requestOf(fields: Readonly<Record<string, string>>): ReceiptRequest {
  const url = 'https://acme.example/sms/receipts/twilio';
  const body = new URLSearchParams(fields).toString();
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const signature = createHmac('sha1', TWILIO.authToken)
    .update(url + sorted.flat().join(''))
    .digest('base64');
  return {
    url,
    header: (name) => (name === 'x-twilio-signature' ? signature : null),
    body: Buffer.from(body),
    now: new Date(),
    signal: new AbortController().signal,
  };
}

it.each([
  ['the account', { AccountSid: 'AC1' }, 1],
  ['no account', {}, null],
  ['another account', { AccountSid: 'AC2' }, null],
])('where an account is configured, a receipt may name %s', async (_, account, receipts) => {
  const source = twilioReceipts({ authToken: TWILIO.authToken, accountSid: 'AC1' });
  const fields = { ...account, MessageSid: 'SM1', MessageStatus: 'delivered' };
  expect((await source.receive(requestOf(fields)))?.length ?? null).toBe(receipts);
});

it.each([
  [100, 1],
  [101, null],
])('a genuine form of %i fields gives %j receipts', async (count, receipts) => {
  const source = twilioReceipts({ authToken: TWILIO.authToken });
  const more = Array.from({ length: count - 2 }, (_, n) => [`Field${String(n)}`, 'x'] as const);
  const fields = { ...Object.fromEntries(more), MessageSid: 'SM1', MessageStatus: 'delivered' };
  expect((await source.receive(requestOf(fields)))?.length ?? null).toBe(receipts);
});

it('a token that is missing is named', () => {
  expect(() => twilioReceipts({} as never)).toThrow(
    'twilioReceipts: authToken is missing; it must be the auth token of the account',
  );
});
