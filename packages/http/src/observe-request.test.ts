import { describe, expect, it } from 'vitest';
import type { ObservedAnswer, ObservedRequest, RequestObserver } from './observe-request.js';
import {
  createAccountWorld,
  toHttpRequest,
  type TestRequest,
} from '../test/worlds/account-world.js';

const STATUS: TestRequest = { method: 'GET', path: '/v1/account/mfa' };
const START: TestRequest = { method: 'POST', path: '/v1/account/mfa/sms' };
const GET_STATUS = { operationId: 'getMfaStatus', api: 'account', route: '/v1/account/mfa' };

/** A world, and what its observer learned. */
async function createObservedWorld() {
  const observed: (ObservedRequest & ObservedAnswer)[] = [];
  const world = await createAccountWorld({
    async observeRequest(request, answer) {
      const { status, reason } = await answer();
      observed.push({ ...request, status, reason });
    },
  });
  return { ...world, observed };
}

describe('an observer learns', () => {
  it.each<[string, TestRequest, object]>([
    ['the operation of a success', STATUS, { ...GET_STATUS, status: 200, reason: null }],
    [
      'why a request was refused',
      { ...STATUS, token: null },
      { ...GET_STATUS, status: 401, reason: 'token_missing' },
    ],
    [
      'the path without an operation where the method is another',
      { ...STATUS, method: 'PATCH' },
      { ...GET_STATUS, operationId: null, status: 405, reason: 'method_not_allowed' },
    ],
  ])('%s', async (_, request, expected) => {
    const { call, observed } = await createObservedWorld();
    await call(request);
    expect(observed).toEqual([{ method: request.method, ...expected }]);
  });

  it('why the request was refused whose answer is given again', async () => {
    const { call, observed } = await createObservedWorld();
    const refused = { ...START, token: 'bob-token', headers: { 'idempotency-key': ['once'] } };
    await call(refused);
    const replayed = await call(refused);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(observed.map(({ reason }) => reason)).toEqual([
      'phone_not_verified',
      'phone_not_verified',
    ]);
  });

  it('nothing of paths that no operation has', async () => {
    const { api, call, observed } = await createObservedWorld();
    await call({ method: 'GET', path: '/v1/openapi.json' });
    const unknown = { ...STATUS, path: '/own' };
    expect(await api.handle(toHttpRequest(unknown))).toBeNull();
    expect(observed).toEqual([]);
  });
});

describe('an observer changes nothing', () => {
  it.each<[string, RequestObserver, number]>([
    [
      'that throws at once',
      () => {
        throw new Error('broken');
      },
      1,
    ],
    ['that rejects without an answer', () => Promise.reject(new Error('broken')), 1],
    [
      'that throws after the answer',
      async (_, answer) => {
        await answer();
        throw new Error('broken');
      },
      1,
    ],
    ['that never asks for the answer', () => new Promise(() => undefined), 0],
    [
      'that asks for the answer late and often',
      async (_, answer) => {
        await Promise.resolve();
        await Promise.all([answer(), answer()]);
      },
      0,
    ],
  ])('%s', async (_, observeRequest, logged) => {
    const { call, sms, log } = await createAccountWorld({ observeRequest });
    const { status } = await call(START);
    expect([status, sms.attempts]).toEqual([201, 1]);
    expect(log.map(({ message }) => message)).toEqual(
      Array<string>(logged).fill('a request could not be observed'),
    );
  });
});
