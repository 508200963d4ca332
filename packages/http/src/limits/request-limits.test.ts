import { describe, expect, it } from 'vitest';
import {
  DEFAULT_REQUEST_LIMITS,
  readRequestLimits,
  type RequestLimitChanges,
} from './request-limits.js';

const ACCOUNT = { perCredential: 60, perAddress: 120 };
const CUSTOMER = { perCredential: 600, perAddress: 300 };

describe('the limits in force', () => {
  // spec: limits/request-rate
  it('are 60 and 120 a minute on the Account API, 600 and 300 on the Customer API', () => {
    expect(readRequestLimits()).toEqual({ account: ACCOUNT, customer: CUSTOMER });
    expect(DEFAULT_REQUEST_LIMITS).toEqual({ account: ACCOUNT, customer: CUSTOMER });
  });

  it.each<[string, RequestLimitChanges, number, object]>([
    [
      'one changed, the rest as shipped',
      { account: { perAddress: 7 } },
      1,
      { account: { perCredential: 60, perAddress: 7 }, customer: CUSTOMER },
    ],
    [
      'all scaled, the changed one too',
      { customer: { perCredential: 10 } },
      2,
      {
        account: { perCredential: 120, perAddress: 240 },
        customer: { perCredential: 20, perAddress: 600 },
      },
    ],
    [
      'rounded, and never below 1',
      {},
      0.008,
      {
        account: { perCredential: 1, perAddress: 1 },
        customer: { perCredential: 5, perAddress: 2 },
      },
    ],
    [
      'never above what a store counts',
      {},
      Number.MAX_VALUE,
      {
        account: { perCredential: 1e9, perAddress: 1e9 },
        customer: { perCredential: 1e9, perAddress: 1e9 },
      },
    ],
  ])('are %s', (_, changes, scale, expected) => {
    expect(readRequestLimits(changes, scale)).toEqual(expected);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, 1e9 + 1, '60', null])('cannot be %j', (value) => {
    const limit = value as number;
    const limits = { account: { perAddress: limit }, customer: { perCredential: limit } };
    for (const changes of [{ account: limits.account }, { customer: limits.customer }]) {
      expect(() => readRequestLimits(changes)).toThrow(TypeError);
    }
  });

  it.each([0, -1, Number.NaN, Infinity, '2', null])('cannot be scaled by %j', (scale) => {
    expect(() => readRequestLimits({}, scale as number)).toThrow(TypeError);
  });
});
