import { describe, expect, it } from 'vitest';
import { NOW, ago, recordWith } from '../../../test/fixtures.js';
import { minutes } from '../../shared/duration.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './limits.js';
import { settleFailedSend, type FailedSend } from './settle-failed-send.js';

const RESERVED_AT = ago(500);
const reserved = { sentAt: [ago(minutes(5)), RESERVED_AT], cooldownStartedAt: RESERVED_AT };
const record = recordWith({ sends: reserved, destinationSends: reserved });

const settle = (failure: FailedSend['failure'], refusals: readonly Date[] = []) =>
  settleFailedSend({ ...record, refusals }, { reservedAt: RESERVED_AT, failure }, NOW, LIMITS);

describe('a send that failed', () => {
  it('is given back where it surely did not go out, and counted as a refusal', () => {
    const left = { sentAt: [ago(minutes(5))], cooldownStartedAt: null };
    expect(settle('refused')).toEqual({
      record: recordWith({ sends: left, destinationSends: left, refusals: [NOW] }),
      givenBack: true,
    });
  });

  it('stays counted where it may have gone out, and its cool-down ends', () => {
    const ended = { ...reserved, cooldownStartedAt: null };
    expect(settle('unknown')).toEqual({
      record: recordWith({ sends: ended, destinationSends: ended }),
      givenBack: false,
    });
  });

  it('counts like any other after ten refusals within the hour', () => {
    const nine = new Array<Date>(9).fill(ago(minutes(59)));
    expect(settle('refused', nine).givenBack).toBe(true);
    const ten = [...nine, ago(1)];
    expect(settle('refused', ten)).toEqual({
      record: { ...record, refusals: ten },
      givenBack: false,
    });
  });
});
