import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { NOW, VONAGE } from '../../test/receipt-vectors.js';
import { readVonageReceipts, verifyVonageSignature, vonageReceipts } from './vonage.js';

const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);

it('a token over the body is genuine', () => {
  expect(verifyVonageSignature(VONAGE)).toBe(true);
});

it.each([
  ['another secret', { signatureSecret: 'another' }],
  ['another body', { body: Buffer.from(`${VONAGE.body.toString()} `) }],
  ['no token', { authorization: '' }],
  ['no scheme', { authorization: VONAGE.authorization.slice('Bearer '.length) }],
  ['a signature that is cut off', { authorization: VONAGE.authorization.slice(0, -4) }],
  ['a token of more than five minutes ago', { now: minutes(5.01) }],
  ['a token of the future', { now: minutes(-5.01) }],
])('with %s it is not', (_, changed) => {
  expect(verifyVonageSignature({ ...VONAGE, ...changed })).toBe(false);
});

it('five minutes to either side count as recent, unless the caller says otherwise', () => {
  for (const now of [minutes(5), minutes(-5)]) {
    expect(verifyVonageSignature({ ...VONAGE, now })).toBe(true);
    expect(verifyVonageSignature({ ...VONAGE, now, toleranceMs: 1_000 })).toBe(false);
  }
});

/** Signed with the right secret: only the changed claim can be what is refused. */
function authorizationOf(header: object, claims: object): string {
  const good = {
    iat: NOW.getTime() / 1_000,
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(VONAGE.body).digest('hex'),
  };
  const signed = [
    { alg: 'HS256', ...header },
    { ...good, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const hmac = createHmac('sha256', VONAGE.signatureSecret).update(signed);
  return `Bearer ${signed}.${hmac.digest('base64url')}`;
}

it.each([
  ['as it should be', {}, {}, true],
  ['of another algorithm', { alg: 'none' }, {}, false],
  ['of another issuer', {}, { iss: 'Nexmo' }, false],
  ['over nothing', {}, { payload_hash: undefined }, false],
  ['of no time', {}, { iat: undefined }, false],
  ['of a time that is a text', {}, { iat: '1795435200' }, false],
])('a token %s is genuine: judged by its claims', (_, header, claims, expected) => {
  const authorization = authorizationOf(header, claims);
  expect(verifyVonageSignature({ ...VONAGE, authorization })).toBe(expected);
});

it.each([
  ['submitted', undefined, { status: 'sent' }],
  ['delivered', undefined, { status: 'delivered' }],
  ['undeliverable', '1180', { status: 'undelivered', reason: 'unreachable', detail: '1180' }],
  ['rejected', '1050', { status: 'failed', reason: 'blocked', detail: '1050' }],
  ['rejected', 'Barred number', { status: 'failed', reason: 'unknown', detail: null }],
  ['rejected', undefined, { status: 'failed', reason: 'unknown', detail: null }],
])('%s with the code %s is read', (status, title, expected) => {
  const json = { message_uuid: 'u1', status, to: '14155552671', error: title && { title } };
  expect(readVonageReceipts(json)).toEqual([{ messageId: 'u1', ...expected }]);
});

it.each([[{ message_uuid: 'u1', status: 'accepted' }], [{ status: 'delivered' }], [null], ['x']])(
  '%j tells nothing',
  (json) => {
    expect(readVonageReceipts(json)).toEqual([]);
  },
);

it('a secret that is missing is named', () => {
  expect(() => vonageReceipts({} as never)).toThrow('vonageReceipts: signatureSecret is missing');
});
