import { describe, expect, it } from 'vitest';
import { NOW } from '../../../test/fixtures.js';
import { hours } from '../../shared/duration.js';
import { checkDailyBudget, utcDay } from './daily-budget.js';

describe("a tenant's sends of a day", () => {
  it.each([
    ['the last millisecond', '2026-01-01T23:59:59.999Z', '2026-01-01'],
    ['midnight', '2026-01-02T00:00:00.000Z', '2026-01-02'],
    ['a local evening', '2026-01-01T23:30:00.000-05:00', '2026-01-02'],
  ])('belong to the UTC day: %s', (_, moment, day) => {
    expect(utcDay(new Date(moment))).toBe(day);
  });

  it.each([
    [1, 1],
    [9, 10],
    [10, 10],
  ])('are within the budget at count %i of %i', (count, budget) => {
    expect(checkDailyBudget(count, budget, NOW).isOk()).toBe(true);
  });

  it.each([
    [1, 0],
    [11, 10],
  ])('are refused until midnight at count %i of %i', (count, budget) => {
    expect(checkDailyBudget(count, budget, NOW)._unsafeUnwrapErr()).toEqual({
      code: 'tenant_send_budget_spent',
      retryAfterMs: hours(12),
    });
  });
});
