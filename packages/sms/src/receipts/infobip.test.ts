import { expect, it } from 'vitest';
import { infobipProof } from '../provider/infobip-proof.js';
import { infobipReceipts, readInfobipReceipts } from './infobip.js';

const result = (groupName: string, name: string, error = 'NO_ERROR'): object => ({
  messageId: name,
  to: '14155552671',
  status: { groupName, name },
  error: { name: error },
});

it('a report of several messages gives a receipt for each that it tells something of', () => {
  const results = [
    result('PENDING', 'PENDING_ACCEPTED'),
    result('DELIVERED', 'DELIVERED_TO_HANDSET'),
    result('DELIVERED', 'DELIVERED_TO_OPERATOR'),
    result('UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED', 'EC_UNKNOWN_SUBSCRIBER'),
    result('UNDELIVERABLE', 'UNDELIVERABLE_REJECTED_OPERATOR', 'EC_SOMETHING_NEW'),
    result('UNDELIVERABLE', 'UNDELIVERABLE_REJECTED_OPERATOR'),
    result('EXPIRED', 'EXPIRED_EXPIRED', 'EC_SOMETHING_NEW'),
    result('EXPIRED', 'EXPIRED_DLR_UNKNOWN', 'EC_SOMETHING_NEW'),
    result('REJECTED', 'REJECTED_DND'),
    result('REJECTED', 'REJECTED_FLOODING_FILTER'),
    result('REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS'),
  ];
  expect(
    readInfobipReceipts({ results }).map(({ messageId, status, ...failure }) => [
      messageId,
      status,
      'reason' in failure ? failure.reason : null,
      'detail' in failure ? failure.detail : null,
    ]),
  ).toEqual([
    ['DELIVERED_TO_HANDSET', 'delivered', null, null],
    ['DELIVERED_TO_OPERATOR', 'sent', null, null],
    ['UNDELIVERABLE_NOT_DELIVERED', 'undelivered', 'invalid_number', 'EC_UNKNOWN_SUBSCRIBER'],
    ['UNDELIVERABLE_REJECTED_OPERATOR', 'undelivered', 'unknown', 'EC_SOMETHING_NEW'],
    [
      'UNDELIVERABLE_REJECTED_OPERATOR',
      'undelivered',
      'unknown',
      'UNDELIVERABLE_REJECTED_OPERATOR',
    ],
    ['EXPIRED_EXPIRED', 'undelivered', 'expired', 'EXPIRED_EXPIRED'],
    ['EXPIRED_DLR_UNKNOWN', 'sent', null, null],
    ['REJECTED_DND', 'failed', 'unsubscribed', 'REJECTED_DND'],
    ['REJECTED_FLOODING_FILTER', 'failed', 'blocked', 'REJECTED_FLOODING_FILTER'],
    ['REJECTED_NOT_ENOUGH_CREDITS', 'failed', 'misconfigured', 'REJECTED_NOT_ENOUGH_CREDITS'],
  ]);
});

it.each([[{}], [{ results: 'none' }], [{ results: [null, 1, {}] }], [undefined]])(
  '%j tells nothing',
  (json) => {
    expect(readInfobipReceipts(json)).toEqual([]);
  },
);

const SECRET = 'a secret that the test made up, long';

function receive(results: unknown) {
  const body = Buffer.from(JSON.stringify({ results }));
  return infobipReceipts({ secret: SECRET }).receive({
    url: 'https://acme.example/sms/receipts/infobip',
    header: () => null,
    body,
    now: new Date('2026-11-22T12:00:00.000Z'),
    signal: new AbortController().signal,
  });
}

/** A report of a message with an id of Stepward. */
function reported(messageId: string, callbackData: unknown): object {
  return { ...result('DELIVERED', 'DELIVERED_TO_HANDSET'), messageId, callbackData };
}

it('of a report, the results with the proof of their own message are read', () => {
  const results = [
    reported('m-1', infobipProof(SECRET, 'm-1')),
    reported('m-2', infobipProof(SECRET, 'm-1')),
    reported('m-3', undefined),
  ];
  expect(receive(results)).toEqual([{ messageId: 'm-1', status: 'delivered' }]);
});

it.each([
  ['no result', []],
  ['no list', 'none'],
  ['no proof', [reported('m-1', undefined)]],
  ['an empty proof', [reported('m-1', '')]],
  ['the proof of another message', [reported('m-1', infobipProof(SECRET, 'm-2'))]],
  ['a proof with another secret', [reported('m-1', infobipProof(SECRET.toUpperCase(), 'm-1'))]],
  ['a proof that is no text', [reported('m-1', { length: 43 })]],
  ['a long proof', [reported('m-1', 'a'.repeat(200_000))]],
])('a report with %s is refused', (_, results) => {
  expect(receive(results)).toBeNull();
});

it.each([['short'], ['x'.repeat(201)], [undefined]])(
  'the secret %s is refused at start',
  (secret) => {
    expect(() => infobipReceipts({ secret: secret as string })).toThrow(
      /^infobipReceipts: secret .*a secret of 32 to 200 characters/,
    );
  },
);
