import { describe, expect, it } from 'vitest';
import { NOW, pendingWith } from '../../../test/fixtures.js';
import { addMs, hours } from '../../shared/duration.js';
import { NO_CODE, settle } from './code-state.js';

const pending = pendingWith({ expiresAt: NOW });
const expired = { status: 'expired', endedAt: NOW } as const;
const exhausted = { status: 'exhausted', endedAt: NOW } as const;
const changed = { status: 'void', endedAt: NOW } as const;

describe('time', () => {
  it.each([
    ['leaves a code live 1 ms before it expires', pending, -1, pending],
    ['expires a code at exactly its last moment', pending, 0, expired],
    [
      'keeps an expired code as a tombstone until 24 hours have passed',
      pending,
      hours(24) - 1,
      expired,
    ],
    ['forgets an expired code at exactly 24 hours', pending, hours(24), NO_CODE],
    ['keeps a tombstone until 24 hours have passed', exhausted, hours(24) - 1, exhausted],
    ['forgets a tombstone at exactly 24 hours', exhausted, hours(24), NO_CODE],
    ['forgets the tombstone of a changed phone alike', changed, hours(24), NO_CODE],
    ['does nothing where there is no code', NO_CODE, hours(1_000), NO_CODE],
  ])('%s', (_, state, afterMs, settled) => {
    expect(settle(state, addMs(NOW, afterMs))).toEqual(settled);
  });
});
