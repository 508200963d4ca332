import { describe, expect, it } from 'vitest';
import { codeLimits, DEFAULT_CODE_LIMITS } from './limits.js';

describe('the limits of codes', () => {
  it('are those of the specification and its decisions by default', () => {
    expect(codeLimits()).toEqual({
      lifetimeMs: 900_000,
      attempts: 5,
      guessesPerHour: 10,
      sendCooldownMs: 60_000,
      sendsPerHour: 5,
      sendsPerDay: 10,
      smsTimeoutMs: 10_000,
    });
  });

  it('take changes one by one', () => {
    expect(codeLimits({ attempts: 3, lifetimeMs: 300_000 })).toEqual({
      ...DEFAULT_CODE_LIMITS,
      attempts: 3,
      lifetimeMs: 300_000,
    });
  });

  it.each(Object.keys(DEFAULT_CODE_LIMITS))('refuse a %s that is no positive integer', (name) => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => codeLimits({ [name]: value })).toThrow(TypeError);
      expect(() => codeLimits({ [name]: value })).toThrow(name);
    }
  });

  it('refuse a lifetime above 15 minutes', () => {
    expect(() => codeLimits({ lifetimeMs: 900_001 })).toThrow(/at most 900000/);
  });
});
