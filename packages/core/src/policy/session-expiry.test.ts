import { describe, expect, it } from 'vitest';
import { addMs, hours, minutes } from '../shared/duration.js';
import { sessionExpiry, type SessionExpiry } from './session-expiry.js';

const CREATED = new Date('2026-01-01T12:00:00.000Z');
/** The last moment that JavaScript knows. */
const LAST = new Date(8.64e15);

/** Minutes are the policy's; `seen` is when the session was last used, from its creation. */
interface Row {
  readonly absolute: number;
  readonly idle: number;
  readonly seen: number;
  readonly end: Date;
  readonly limit: SessionExpiry['limit'];
}

describe('a session', () => {
  it.each<[string, Row]>([
    // spec: policy/idle-timeout
    // standard: nist/2.2.3-inactivity, asvs/7.3.1
    [
      'that is not used ends by idling',
      { absolute: 60, idle: 5, seen: 0, end: addMs(CREATED, minutes(5)), limit: 'idle' },
    ],
    [
      'lives on while it is used',
      { absolute: 60, idle: 5, seen: minutes(30), end: addMs(CREATED, minutes(35)), limit: 'idle' },
    ],
    // spec: policy/session-timeout
    // standard: nist/2.2.3-overall, nist/5.2-reauthentication, asvs/7.3.2
    [
      'ends by age however often it is used',
      {
        absolute: 60,
        idle: 5,
        seen: minutes(59),
        end: addMs(CREATED, minutes(60)),
        limit: 'absolute',
      },
    ],
    [
      'ends by age where both limits fall together',
      {
        absolute: 60,
        idle: 5,
        seen: minutes(55),
        end: addMs(CREATED, minutes(60)),
        limit: 'absolute',
      },
    ],
    [
      'ends by age where it may idle for longer than it lives',
      { absolute: 5, idle: 60, seen: 0, end: addMs(CREATED, minutes(5)), limit: 'absolute' },
    ],
    [
      'of a policy made stricter can have ended before now',
      {
        absolute: 60,
        idle: 5,
        seen: hours(3),
        end: addMs(CREATED, minutes(60)),
        limit: 'absolute',
      },
    ],
    [
      'still idles out where its age limit lies past the last moment there is',
      { absolute: 2 ** 53 - 1, idle: 5, seen: 0, end: addMs(CREATED, minutes(5)), limit: 'idle' },
    ],
    [
      'still ages where its idle limit lies past the last moment there is',
      {
        absolute: 60,
        idle: 2 ** 53 - 1,
        seen: 0,
        end: addMs(CREATED, minutes(60)),
        limit: 'absolute',
      },
    ],
    [
      'without any limit within reach ends at the last moment there is',
      { absolute: 2 ** 53 - 1, idle: 2 ** 53 - 1, seen: 0, end: LAST, limit: 'absolute' },
    ],
  ])('%s', (_, { absolute, idle, seen, end, limit }) => {
    const policy = { sessionTimeoutMinutes: absolute, sessionIdleTimeoutMinutes: idle };
    expect(sessionExpiry(policy, CREATED, addMs(CREATED, seen))).toEqual({ expiresAt: end, limit });
  });
});

describe('called from JavaScript, so that a session would never end', () => {
  const policy = { sessionTimeoutMinutes: 60, sessionIdleTimeoutMinutes: 5 };

  it.each<[string, unknown, unknown, string]>([
    ['a time that is a string', policy, '2026-01-01', 'must be valid Dates'],
    ['an invalid date', policy, new Date('soon'), 'must be valid Dates'],
    [
      'a policy with one limit',
      { ...policy, sessionTimeoutMinutes: null },
      CREATED,
      'policy must have',
    ],
    ['a Result in place of its policy', { value: policy }, CREATED, 'policy must have'],
  ])('it refuses %s', (_, limits, createdAt, message) => {
    const call = () => sessionExpiry(limits as typeof policy, createdAt as Date, CREATED);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});
