import { describe, expect, it } from 'vitest';
import { codeLimits, DEFAULT_CODE_LIMITS } from './limits.js';

describe('the limits of codes', () => {
  it('are those of the specification and its decisions by default', () => {
    expect(codeLimits()).toEqual({
      lifetimeMs: 900_000,
      stepUpLifetimeMs: 300_000,
      attempts: 5,
      guessesPerHour: 10,
      guessesInARow: 100,
      sendCooldownMs: 60_000,
      sendsPerHour: 5,
      sendsPerDay: 10,
      claimsPerHour: 3,
      claimsPerDay: 5,
      refusalsPerHour: 10,
      startsPerHour: 10,
      smsTimeoutMs: 10_000,
    });
  });

  it('keep the default where a change is undefined, and refuse a misspelt name', () => {
    expect(codeLimits({ attempts: undefined } as object)).toEqual(DEFAULT_CODE_LIMITS);
    expect(() => codeLimits({ attempt: 3 } as object)).toThrow(
      'createStepward: there is no option limits.attempt; the options are limits.lifetimeMs,',
    );
  });

  it('take changes one by one', () => {
    expect(codeLimits({ attempts: 3, lifetimeMs: 300_000 })).toEqual({
      ...DEFAULT_CODE_LIMITS,
      attempts: 3,
      lifetimeMs: 300_000,
    });
  });

  // standard: asvs/1.4.2
  it.each(Object.keys(DEFAULT_CODE_LIMITS))('refuse a %s that is no positive integer', (name) => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => codeLimits({ [name]: value })).toThrow(TypeError);
      expect(() => codeLimits({ [name]: value })).toThrow(name);
    }
  });

  it.each([
    ['lifetimeMs', 900_000],
    ['stepUpLifetimeMs', 600_000],
  ])('take a %s of %i and refuse a longer one', (name, most) => {
    expect(codeLimits({ [name]: most })).toMatchObject({ [name]: most });
    expect(() => codeLimits({ [name]: most + 1 })).toThrow(
      `limits.${name} must be an integer of milliseconds, 60000 (1 minute) to ${String(most)} (${String(most / 60_000)} minutes)`,
    );
  });

  it('refuse a lifetime that is no integer', () => {
    expect(() => codeLimits({ lifetimeMs: 60_000.5 })).toThrow(TypeError);
    expect(() => codeLimits({ stepUpLifetimeMs: 90_000.5 })).toThrow(TypeError);
  });

  it('say what they take', () => {
    expect(() => codeLimits({ attempts: 0 })).toThrow('limits.attempts must be a positive integer');
  });

  it('take at most 100 guesses in a row', () => {
    expect(codeLimits({ guessesInARow: 100 })).toMatchObject({ guessesInARow: 100 });
    expect(() => codeLimits({ guessesInARow: 101 })).toThrow(
      'limits.guessesInARow must be an integer, 1 to 100',
    );
  });

  it.each(['lifetimeMs', 'stepUpLifetimeMs'])(
    'take a %s of one minute and refuse a shorter one, which no message could state',
    (name) => {
      expect(codeLimits({ [name]: 60_000 })).toMatchObject({ [name]: 60_000 });
      expect(() => codeLimits({ [name]: 59_999 })).toThrow(TypeError);
      expect(() => codeLimits({ [name]: 59_999 })).toThrow(`limits.${name} must be an integer`);
    },
  );
});
