import { describe, expect, it } from 'vitest';
import { NOW } from '../../../test/fixtures.js';
import { hours } from '../../shared/duration.js';
import { dailyBudgetSpent, utcDay } from './daily-budget.js';

describe("a tenant's sends of a day", () => {
  it.each([
    ['the last millisecond', '2026-01-01T23:59:59.999Z', '2026-01-01'],
    ['midnight', '2026-01-02T00:00:00.000Z', '2026-01-02'],
    ['a local evening', '2026-01-01T23:30:00.000-05:00', '2026-01-02'],
  ])('belong to the UTC day: %s', (_, moment, day) => {
    expect(utcDay(new Date(moment))).toBe(day);
  });

  it('are refused until midnight once the budget is spent', () => {
    expect(dailyBudgetSpent(NOW)).toEqual({
      code: 'tenant_send_budget_spent',
      retryAfterMs: hours(12),
    });
  });
});
