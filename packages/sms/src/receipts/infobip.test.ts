import { expect, it } from 'vitest';
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
    result('EXPIRED', 'EXPIRED_EXPIRED'),
    result('REJECTED', 'REJECTED_DND'),
    result('REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS'),
  ];
  expect(
    readInfobipReceipts({ results }).map(({ messageId, status, ...failure }) => [
      messageId,
      status,
      'reason' in failure ? failure.reason : null,
    ]),
  ).toEqual([
    ['DELIVERED_TO_HANDSET', 'delivered', null],
    ['DELIVERED_TO_OPERATOR', 'sent', null],
    ['UNDELIVERABLE_NOT_DELIVERED', 'undelivered', 'invalid_number'],
    ['UNDELIVERABLE_REJECTED_OPERATOR', 'undelivered', 'unknown'],
    ['EXPIRED_EXPIRED', 'undelivered', 'expired'],
    ['REJECTED_DND', 'failed', 'unsubscribed'],
    ['REJECTED_NOT_ENOUGH_CREDITS', 'failed', 'misconfigured'],
  ]);
});

it.each([[{}], [{ results: 'none' }], [{ results: [null, 1, {}] }], [undefined]])(
  '%j tells nothing',
  (json) => {
    expect(readInfobipReceipts(json)).toEqual([]);
  },
);

it.each([['short'], ['a/token/with/slashes/that/is/long/enough'], [undefined]])(
  'the token %s is refused at start: it is all that keeps others out',
  (token) => {
    expect(() => infobipReceipts({ token: token as string })).toThrow(
      /^infobipReceipts: token .*a secret of 32 to 100 letters/,
    );
  },
);
