import { describe, expect, it } from 'vitest';
import { pendingDelivery } from '../../../test/pending-delivery.js';
import type { PendingDelivery, WindowRequest } from '../pending-delivery.js';
import {
  addRow,
  createWindow,
  emptyWindow,
  loadRows,
  type BacklogWindow,
} from './backlog-window.js';

const row = (second: number): PendingDelivery =>
  pendingDelivery({ deliveryId: `delivery-${String(second)}`, dueAt: new Date(second * 1_000) });
const rows = (...seconds: number[]): PendingDelivery[] => seconds.map(row);
const secondsOf = (window: BacklogWindow): number[] =>
  window.rows.map(({ dueAt }) => dueAt.getTime() / 1_000);
const known = (...seconds: number[]) => {
  const ids = rows(...seconds).map(({ deliveryId }) => deliveryId);
  return ({ deliveryId }: PendingDelivery): boolean => ids.includes(deliveryId);
};

function windowOf(capacity: number, ...seconds: number[]): BacklogWindow {
  const window = createWindow();
  for (const second of seconds) addRow(window, row(second), capacity);
  return window;
}

/** Asks for what comes next, as the backlog does. */
function ask(window: BacklogWindow, limit: number): WindowRequest {
  const { tenantId, subscriberId, shard, isLate } = row(0);
  window.asked = {
    ...{ tenantId, subscriberId, shard, isLate, limit },
    after: window.rest?.after ?? null,
  };
  return window.asked;
}

describe('a window', () => {
  it('keeps deliveries in order, each once', () => {
    expect(secondsOf(windowOf(9, 3, 1, 2, 1))).toEqual([1, 2, 3]);
  });

  it('leaves the last ones to storage where it is full, and those that come after', () => {
    const window = windowOf(3, 10, 20, 30, 40, 15, 25);
    expect(secondsOf(window)).toEqual([10, 15, 20]);
    expect(window.rest?.after).toEqual({ deliveryId: 'delivery-20', dueAt: new Date(20_000) });
  });

  it('takes nothing before it is loaded from the beginning', () => {
    const window = windowOf(9, 1, 2);
    emptyWindow(window, { after: null });
    addRow(window, row(1), 9);
    expect(window.rows).toEqual([]);
    loadRows(window, ask(window, 9), rows(1, 2), 9, known());
    expect(secondsOf(window)).toEqual([1, 2]);
    expect(window.rest).toBeNull();
  });

  it('goes on after an answer of as many as were asked for, without those that are known', () => {
    const window = windowOf(2, 1, 2, 3);
    loadRows(window, ask(window, 2), rows(3, 4), 9, known(4));
    expect(secondsOf(window)).toEqual([1, 2, 3]);
    expect(window.rest?.after?.dueAt).toEqual(new Date(4_000));
  });

  it('leaves to storage what does not fit of an answer', () => {
    const window = windowOf(2, 1, 2, 3);
    loadRows(window, ask(window, 9), rows(3, 4, 5), 3, known());
    expect(secondsOf(window)).toEqual([1, 2, 3]);
    expect(window.rest?.after?.dueAt).toEqual(new Date(3_000));
  });

  it('ignores an answer that would leave a gap', () => {
    const window = windowOf(2, 10, 20, 30);
    const request = ask(window, 9);
    // 20 is left to storage, before what was asked for.
    addRow(window, row(15), 2);
    loadRows(window, request, rows(30), 9, known());
    expect(secondsOf(window)).toEqual([10, 15]);
    expect(window.rest?.after?.dueAt).toEqual(new Date(15_000));
  });
});
