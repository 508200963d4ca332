import { describe, expect, it } from 'vitest';
import {
  NOW,
  OTHER_PHONE,
  SENT_TO,
  ago,
  freshCode,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
} from '../../../test/fixtures.js';
import { addMs, hours, minutes, seconds } from '../../shared/duration.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeState } from './code-state.js';
import { issueCode } from './issue-code.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './limits.js';

const fresh = freshCode({ codeId: 'c0ffee00-0000-4000-8000-000000000002' }, 43);

const issue = (record: FactorRecord, code = fresh) => issueCode(record, code, NOW, LIMITS);

describe('issuing a code', () => {
  it('makes it the live one for 15 minutes and takes a send of the person and of the number', () => {
    const ledger = { sentAt: [NOW], cooldownStartedAt: NOW };
    expect(issue(recordWith())._unsafeUnwrap()).toEqual(
      recordWith({
        sends: ledger,
        destinationSends: ledger,
        state: {
          status: 'pending',
          codeId: fresh.context.codeId,
          destination: SENT_TO,
          verifier: fresh.verifier,
          issuedAt: NOW,
          expiresAt: addMs(NOW, minutes(15)),
          attemptsSpent: 0,
          wrongGuesses: [],
          counted: [],
        },
      }),
    );
  });

  it.each<[string, CodeState, number]>([
    ['kept over a resend', pendingWith({ attemptsSpent: 4 }), 4],
    [
      'kept where the number changed since',
      pendingWith({ destination: OTHER_PHONE, attemptsSpent: 2 }),
      2,
    ],
    ['none after the code expired', pendingWith({ attemptsSpent: 4, expiresAt: NOW }), 0],
    ['none after the code was exhausted', { status: 'exhausted', endedAt: ago(1) }, 0],
    ['none after the phone changed', { status: 'void', endedAt: ago(1) }, 0],
  ])('leaves the attempts spent: %s', (_, state, attemptsSpent) => {
    const record = issue(recordWith({ state }))._unsafeUnwrap();
    expect(record.state).toMatchObject({ status: 'pending', attemptsSpent });
  });

  it('lets an older code die', () => {
    const record = issue(recordWith({ state: pendingWith() }))._unsafeUnwrap();
    expect(record.state).toMatchObject({ codeId: fresh.context.codeId, verifier: fresh.verifier });
  });
});

describe('no code is issued', () => {
  const cooling = { sentAt: [ago(seconds(1))], cooldownStartedAt: ago(seconds(1)) };
  const spent = { sentAt: new Array<Date>(5).fill(ago(minutes(10))), cooldownStartedAt: null };
  const causes: readonly (readonly [...Cause<FactorRecord>, retryAfterMs: number])[] = [
    [
      'guess_budget_spent',
      (record) => ({ ...record, wrongGuesses: new Array<Date>(10).fill(ago(minutes(50))) }),
      minutes(10),
    ],
    ['send_cooling_down', (record) => ({ ...record, sends: cooling }), seconds(59)],
    ['send_budget_spent', (record) => ({ ...record, destinationSends: spent }), minutes(50)],
  ];

  it.each(causes)('with %s', (code, present, retryAfterMs) => {
    expect(issue(present(recordWith()))._unsafeUnwrapErr()).toEqual({ code, retryAfterMs });
  });

  it.each(pairsInOrder(causes.map(([code, present]) => [code, present] as const)))(
    'with $first rather than $later where both hold',
    ({ first, both }) => {
      expect(issue(both(recordWith()))._unsafeUnwrapErr().code).toBe(first);
    },
  );

  it('before every limit allows it, whichever comes first', () => {
    const both = recordWith({ sends: cooling, destinationSends: spent });
    const retryAfterMs = minutes(50);
    expect(issue(both)._unsafeUnwrapErr()).toEqual({ code: 'send_cooling_down', retryAfterMs });
  });

  it.each<[string, Partial<FactorRecord>, string]>([
    [
      'the number is cooling down though the person is not',
      { destinationSends: cooling },
      'send_cooling_down',
    ],
    [
      'the person has had their sends though the number has not',
      { sends: spent },
      'send_budget_spent',
    ],
  ])('where %s', (_, changes, code) => {
    expect(issue(recordWith(changes))._unsafeUnwrapErr().code).toBe(code);
  });
});

it('the edges of issuing are those of the ledgers: a send and a guess fall out after exactly an hour', () => {
  const full = {
    sends: { sentAt: new Array<Date>(5).fill(ago(hours(1))), cooldownStartedAt: ago(hours(1)) },
    wrongGuesses: new Array<Date>(10).fill(ago(hours(1))),
  };
  expect(issue(recordWith(full)).isOk()).toBe(true);
});
