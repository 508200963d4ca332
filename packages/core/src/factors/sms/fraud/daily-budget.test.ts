import { describe, expect, it } from 'vitest';
import { NOW } from '../../../../test/fixtures.js';
import { addMs, hours } from '../../../shared/duration.js';
import { dailySendOf, newlySpentCounts, utcDay } from './daily-budget.js';

describe("a tenant's sends of a day", () => {
  it.each([
    ['the last millisecond', '2026-01-01T23:59:59.999Z', '2026-01-01'],
    ['midnight', '2026-01-02T00:00:00.000Z', '2026-01-02'],
    ['a local evening', '2026-01-01T23:30:00.000-05:00', '2026-01-02'],
  ])('belong to the UTC day: %s', (_, moment, day) => {
    expect(utcDay(new Date(moment))).toBe(day);
  });

  it('are refused until midnight once the budget is spent', () => {
    expect(dailySendOf(7, 'others', NOW)?.bound).toEqual({
      most: 7,
      otherwise: { code: 'tenant_send_budget_spent', share: 'others', retryAfterMs: hours(12) },
    });
  });

  it('are not counted without a budget', () => {
    expect(dailySendOf(null, 'others', NOW)).toBeNull();
  });

  it('are warned of once a tenant, share and day when the budget is spent, and of nothing else', () => {
    const newlySpent = newlySpentCounts();
    const [code, tomorrow] = ['tenant_send_budget_spent', addMs(NOW, hours(12))] as const;
    expect(newlySpent('acme', { code: 'send_budget_spent' }, NOW)).toBeNull();
    const counts: object[] = [];
    for (const now of [NOW, NOW, tomorrow]) {
      for (const tenantId of ['acme', 'other']) {
        for (const share of ['others', 'enrolled']) {
          const refusal = { code, share };
          const count = newlySpent(tenantId, refusal, now);
          if (count) counts.push({ tenantId, ...count });
        }
      }
    }
    const told = (day: string) =>
      ['acme', 'other'].flatMap((tenantId) =>
        ['others', 'enrolled'].map((share) => ({ tenantId, share, day })),
      );
    expect(counts).toEqual([...told('2026-01-01'), ...told('2026-01-02')]);
  });
});
