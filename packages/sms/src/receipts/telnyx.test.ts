import { expect, it } from 'vitest';
import { NOW, TELNYX } from '../../test/receipt-vectors.js';
import { readTelnyxReceipts, telnyxReceipts, verifyTelnyxSignature } from './telnyx.js';

const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);

it('a signature over time and body is genuine, for five minutes to either side', () => {
  expect(verifyTelnyxSignature(TELNYX)).toBe(true);
  expect(verifyTelnyxSignature({ ...TELNYX, now: minutes(5) })).toBe(true);
  expect(verifyTelnyxSignature({ ...TELNYX, now: minutes(-5) })).toBe(true);
});

it.each([
  ['another key', { publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' }],
  ['an invalid key', { publicKey: 'a key' }],
  ['another body', { body: Buffer.from(`${TELNYX.body.toString()} `) }],
  ['another time', { timestamp: '1795435201' }],
  ['no time', { timestamp: '' }],
  ['a time that is no number', { timestamp: '1795435200.0' }],
  ['no signature', { signature: '' }],
  ['a signature of more than five minutes ago', { now: minutes(5.01) }],
  ['a signature of the future', { now: minutes(-5.01) }],
])('with %s it is not', (_, changed) => {
  expect(verifyTelnyxSignature({ ...TELNYX, ...changed })).toBe(false);
});

const event = (status: string, code?: string, direction = 'outbound'): object => ({
  data: {
    payload: {
      id: 'm1',
      direction,
      to: [{ phone_number: '+14155552671', status }],
      errors: code === undefined ? [] : [{ code, title: 'no' }],
    },
  },
});

it.each([
  ['sent', undefined, { status: 'sent' }],
  ['delivered', undefined, { status: 'delivered' }],
  ['delivery_unconfirmed', undefined, { status: 'sent' }],
  [
    'delivery_failed',
    '40001',
    { status: 'undelivered', reason: 'invalid_number', detail: '40001' },
  ],
  ['delivery_failed', '40008', { status: 'undelivered', reason: 'unknown', detail: '40008' }],
  ['sending_failed', '40300', { status: 'failed', reason: 'unsubscribed', detail: '40300' }],
])('%s with the code %s is read', (status, code, expected) => {
  expect(readTelnyxReceipts(event(status, code))).toEqual([{ messageId: 'm1', ...expected }]);
});

it.each([
  ['a message that is queued', event('queued')],
  ['a message that came in', event('delivered', undefined, 'inbound')],
  ['nothing', undefined],
])('%s tells nothing', (_, json) => {
  expect(readTelnyxReceipts(json)).toEqual([]);
});

it('an invalid key is named when the source is made', () => {
  expect(() => telnyxReceipts({ publicKey: 'a key' })).toThrow(
    'telnyxReceipts: publicKey must be an Ed25519 public key, 32 bytes in base64',
  );
});
