import { signEnvelope } from '@stepward/core/webhooks';
import type * as onNode from '@stepward/receiver';
import { expect, it } from 'vitest';
import { loadOnEdge } from './harness/edge-bundle.js';

const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSByZWNlaXZlcidzIHRlc3RzLi4=';

it('the receiver verifies either kind of headers where there is no Node', async () => {
  const edge = await loadOnEdge<typeof onNode>('packages/receiver/src/index.ts');
  const now = new Date('2026-01-01T00:00:00.000Z');
  const clock = { now: () => now };
  const receiver = edge.createReceiver({ secrets: [SECRET], clock, onOutcome: () => undefined });
  const receive = edge.fetchHandler(receiver, { 'user.deleted': () => undefined });
  const event = {
    eventType: 'user.deleted',
    eventId: '0190f3a0-0000-7000-8000-000000000001',
    idempotencyKey: '0190f3a0-0000-7000-8000-000000000002',
    data: { id: 'usr_1', deleted_at: now.toISOString() },
    attempt: 1,
    source: 'test',
  };
  const { headers, body } = signEnvelope(event, [SECRET], now);
  const statusWithout = async (names: RegExp): Promise<number> => {
    const sent = Object.entries(headers).filter(([name]) => !names.test(name));
    const init = { method: 'POST', headers: Object.fromEntries(sent), body };
    return (await receive(new Request('https://app.example.com', init))).status;
  };
  expect(await statusWithout(/^webhook-/)).toBe(204);
  expect(await statusWithout(/^x-/)).toBe(204);
  expect(await statusWithout(/^x-|^webhook-id$/)).toBe(400);
});
