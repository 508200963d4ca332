import { testEvent, type TestEvent } from '@stepward/receiver';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../src/app.js';

const secret = 'whsec_c21va2U=';
let app: ReturnType<typeof createApp>;

beforeEach(() => {
  app = createApp({ secret });
});

async function receive(delivery: TestEvent): Promise<number> {
  const response = await app.request('/webhooks', { method: 'POST', ...delivery });
  return response.status;
}

async function members(): Promise<unknown> {
  return (await app.request('/members')).json();
}

describe('a receiver in Hono', () => {
  it('follows the events of a service', async () => {
    const data = { id: 'usr_1', email: 'zoe@example.com' };
    expect(await receive(await testEvent('user.created', { secret, data }))).toBe(204);
    expect(await members()).toEqual({ usr_1: 'zoe@example.com' });
    const gone = { id: 'usr_1' };
    expect(await receive(await testEvent('user.deleted', { secret, data: gone }))).toBe(204);
    expect(await members()).toEqual({});
  });

  it('handles a repeated delivery once', async () => {
    const created = await testEvent('user.created', { secret, data: { id: 'usr_1' } });
    const deleted = await testEvent('user.deleted', { secret, data: { id: 'usr_1' } });
    for (const delivery of [created, deleted, created]) expect(await receive(delivery)).toBe(204);
    expect(await members()).toEqual({});
  });

  it('refuses an event signed by another sender', async () => {
    vi.spyOn(console, 'warn').mockReturnValueOnce();
    const forged = await testEvent('user.created', { secret: 'whsec_b3RoZXI=' });
    expect(await receive(forged)).toBe(400);
    expect(await members()).toEqual({});
  });
});
