import { describe, expect, it } from 'vitest';
import { NOW, ago, pendingWith, recordWith } from '../../../test/fixtures.js';
import { minutes } from '../../shared/duration.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './limits.js';
import { settleFailedSend, type FailedSend } from './settle-failed-send.js';

const RESERVED_AT = ago(500);
const SEND = { reservedAt: RESERVED_AT, counted: [] };
const reserved = { sentAt: [ago(minutes(5)), RESERVED_AT], cooldownStartedAt: RESERVED_AT };
const record = recordWith({ sends: reserved, destinationSends: reserved });

const settle = (failure: FailedSend['failure'], refusals: readonly Date[] = []) =>
  settleFailedSend({ ...record, refusals }, { ...SEND, failure }, NOW, LIMITS);

describe('a send that failed', () => {
  it('is given back where it surely did not go out, and counted as a refusal', () => {
    const left = { sentAt: [ago(minutes(5))], cooldownStartedAt: null };
    expect(settle('refused')).toEqual({
      record: recordWith({ sends: left, destinationSends: left, refusals: [NOW] }),
      givenBack: true,
      uncounted: [],
    });
  });

  it('stays counted where it may have gone out, and its cool-down ends', () => {
    const ended = { ...reserved, cooldownStartedAt: null };
    expect(settle('unknown')).toEqual({
      record: recordWith({ sends: ended, destinationSends: ended }),
      givenBack: false,
      uncounted: [],
    });
  });

  it('counts like any other after ten refusals within the hour', () => {
    const nine = new Array<Date>(9).fill(ago(minutes(59)));
    expect(settle('refused', nine).givenBack).toBe(true);
    const ten = [...nine, ago(1)];
    expect(settle('refused', ten)).toEqual({
      record: { ...record, refusals: ten },
      givenBack: false,
      uncounted: [],
    });
  });

  it('is no message of the counters where it surely did not go out; an equal one before it stays', () => {
    const key = { name: 'country:GB', part: '', bucket: NOW };
    const other = { ...key, name: 'prefix:x' };
    const before = recordWith({ state: pendingWith({ counted: [key, other, key] }) });
    const counted = [key, other];
    const settled = (failure: FailedSend['failure']) =>
      settleFailedSend(before, { ...SEND, failure, counted }, NOW, LIMITS);
    expect(settled('refused')).toMatchObject({
      record: { state: { counted: [key] } },
      uncounted: [
        { ...key, sent: -1, verified: 0 },
        { ...other, sent: -1, verified: 0 },
      ],
    });
    expect(settled('unknown')).toMatchObject({
      record: { state: { counted: [key, other, key] } },
      uncounted: [],
    });
    const alone = recordWith({ state: pendingWith({ counted: [other] }) });
    const refused = { ...SEND, failure: 'refused', counted: [other] } as const;
    expect(settleFailedSend(alone, refused, NOW, LIMITS)).toMatchObject({
      record: { state: { counted: [] } },
    });
  });

  it('is no message of the counters where another request has ended the code meanwhile', () => {
    const key = { name: 'country:GB', part: '', bucket: NOW };
    const over = { status: 'withdrawn', endedAt: NOW } as const;
    const refused = { ...SEND, failure: 'refused', counted: [key] } as const;
    expect(settleFailedSend(recordWith({ state: over }), refused, NOW, LIMITS)).toMatchObject({
      record: { state: over },
      uncounted: [{ ...key, sent: -1, verified: 0 }],
    });
  });

  it('leaves the code itself as it is where the guard counts nothing, so that it is not stored again', () => {
    const state = pendingWith();
    const settled = settleFailedSend(
      recordWith({ state }),
      { ...SEND, failure: 'refused' },
      NOW,
      LIMITS,
    );
    expect(settled.record.state).toBe(state);
  });
});
