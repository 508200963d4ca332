import { expect, it } from 'vitest';
import { createAccountWorld, jsonOf } from './worlds/account-world.js';

const LAPTOP = {
  id: 'session-1',
  createdAt: new Date('2026-01-01T00:00:00Z'),
  lastUsedAt: new Date('2026-01-02T00:00:00Z'),
  clientAddress: '192.0.2.7',
  userAgent: 'Firefox',
};
const PHONE = {
  ...{ id: 'session-2', createdAt: new Date('2025-12-01T00:00:00Z') },
  ...{ lastUsedAt: null, clientAddress: null, userAgent: null },
};

/** Ada's two sessions; a token of `session-1` asks. */
async function worldOfTwo() {
  let live = [LAPTOP, PHONE];
  const sessions = {
    list: async () => live,
    async end(_: unknown, sessionId: string) {
      const before = live.length;
      live = live.filter(({ id }) => id !== sessionId);
      return live.length < before;
    },
    async endOthers(_: unknown, kept: string | null) {
      live = live.filter(({ id }) => id === kept);
    },
  };
  const { call } = await createAccountWorld({}, { sessions });
  return {
    async ask(method: string, path = '') {
      const response = await call({ method, path: `/v1/account/sessions${path}` });
      return { status: response.status, body: jsonOf(response) };
    },
    left: () => live.map(({ id }) => id),
  };
}

// standard: asvs/7.5.2
it('sessions are listed, the current one first', async () => {
  const { ask } = await worldOfTwo();
  expect(await ask('GET')).toEqual({
    status: 200,
    body: {
      data: [
        {
          id: 'session-1',
          created_at: '2026-01-01T00:00:00.000Z',
          last_used_at: '2026-01-02T00:00:00.000Z',
          client_address: '192.0.2.7',
          user_agent: 'Firefox',
          current: true,
        },
        {
          id: 'session-2',
          created_at: '2025-12-01T00:00:00.000Z',
          last_used_at: null,
          client_address: null,
          user_agent: null,
          current: false,
        },
      ],
    },
  });
});

it('one session is ended, once', async () => {
  const { ask, left } = await worldOfTwo();
  expect(await ask('DELETE', '/session-2')).toEqual({
    status: 200,
    body: { data: { ended: true } },
  });
  expect(left()).toEqual(['session-1']);
  expect(await ask('DELETE', '/session-2')).toMatchObject({
    status: 404,
    body: { reason: 'session_not_found' },
  });
});

it('all others are ended', async () => {
  const { ask, left } = await worldOfTwo();
  expect(await ask('DELETE')).toEqual({ status: 200, body: { data: { ended: true } } });
  expect(left()).toEqual(['session-1']);
});

async function fail(): Promise<never> {
  throw new Error('the store of the sessions is away');
}

it.each([
  ['there are none without the port', undefined, 404, 'sessions_not_configured'],
  [
    'a port that fails is unavailable',
    { list: fail, end: fail, endOthers: fail },
    503,
    'sessions_unavailable',
  ],
] as const)('%s', async (_, sessions, status, reason) => {
  const { call } = await createAccountWorld({}, sessions && { sessions });
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', '/session-2'],
  ] as const) {
    const response = await call({ method, path: `/v1/account/sessions${path}` });
    expect([response.status, jsonOf(response).reason]).toEqual([status, reason]);
  }
});
