import { createRecordingLogger } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import type { TestRequest } from '../../test/worlds/account-world.js';
import { createCustomerWorld, policyOf } from '../../test/worlds/customer-world.js';
import { callFrom, limitedWorld, MFA } from '../../test/worlds/limited-world.js';
import { createAddressLimit } from './create-address-limit.js';

const POLICY: TestRequest = { method: 'GET', path: policyOf('org_main') };

describe('the limit of an address', () => {
  const rateLimits = { limits: { account: { perAddress: 3 } } };

  it('counts before any credential is looked at, so that guessing tokens is limited', async () => {
    let looked = 0;
    const accessTokens = {
      authenticate: async () => {
        looked += 1;
        return { refused: 'unknown' } as const;
      },
    };
    const world = await limitedWorld(rateLimits, { accessTokens });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await world.call({ ...MFA, token: `guess-${String(n)}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(looked).toBe(3);
  });

  it.each<[string, TestRequest]>([
    ['405', { method: 'PATCH', path: MFA.path }],
    ['400 for a header sent twice', { ...MFA, headers: { 'x-tenant-id': ['acme', 'acme'] } }],
    ['401', { ...MFA, token: null }],
  ])('comes before %s', async (_, request) => {
    const world = await limitedWorld(rateLimits);
    for (let n = 0; n < 3; n += 1) expect((await world.call(request)).status).not.toBe(429);
    expect((await world.call(request)).status).toBe(429);
  });

  it('is shared by all spellings of the address, and by no other address', async () => {
    const world = await limitedWorld(rateLimits);
    for (const address of ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:C633:6407']) {
      expect((await callFrom(world, address)).status).toBe(200);
    }
    expect((await callFrom(world, '0:0:0:0:0:ffff:198.51.100.7')).status).toBe(429);
    expect((await callFrom(world, '198.51.100.8')).status).toBe(200);
  });

  it('is shared by a /64, also through the fetch handler', async () => {
    const { api } = await limitedWorld(rateLimits);
    const addresses = [
      '2001:db8::1',
      '2001:DB8:0:0:ffff::',
      '2001:0db8::2',
      '2001:db8::3',
      '2001:db8:0:1::',
    ];
    const handle = createFetchHandler(api, {
      clientAddress: ({ headers }) => headers.get('x-test-address') ?? '',
    });
    const statuses = [];
    for (const address of addresses) {
      const headers = { authorization: 'Bearer ada-token', 'x-test-address': address };
      const request = new Request(`https://acme.example.com${MFA.path}`, { headers });
      const response = await handle(request);
      expect(response.headers.get('x-ratelimit-limit')).toBe('3');
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });

  it('counts nobody where no address is known, and says once what to do about it', async () => {
    const { api, log } = await limitedWorld({
      limits: { account: { perAddress: 2, perCredential: 3 } },
    });
    const handle = createFetchHandler(api);
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await handle(new Request(`https://acme.example.com${MFA.path}`, { headers }))).status;
    };
    for (let n = 0; n < 5; n += 1) expect(await statusOf('a guess')).toBe(401);
    const own = [];
    for (let n = 0; n < 4; n += 1) own.push(await statusOf('ada-token'));
    expect(own).toEqual([200, 200, 200, 429]);
    expect(await statusOf('bob-token')).toBe(200);
    const warnings = log.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('pass { clientAddress } as the second argument'),
    ]);
  });

  it('is not moved by a header that only looks like an address', async () => {
    const world = await limitedWorld(rateLimits);
    const statuses = [];
    for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4']) {
      const headers = {
        'x-forwarded-for': [forged],
        forwarded: [`for=${forged}`],
        'x-real-ip': [forged],
      };
      statuses.push((await world.call({ ...MFA, headers })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(world.log).toMatchObject([
      { level: 'warn', message: expect.stringContaining('set `trust proxy` in Express') },
    ]);
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>]>([
    ['no header', {}],
    ['a trusted proxy', { 'x-forwarded-for': ['198.51.100.1, ::ffff:192.0.2.1', '10.0.0.1'] }],
    ['a header that the host reads itself', { forwarded: ['for=192.0.2.1;proto=https'] }],
    ['a proxy of this machine for this machine', { 'x-forwarded-for': ['127.0.0.1', ''] }],
    ['a list that no proxies write', { 'x-forwarded-for': ['f,'.repeat(8_000)] }],
    ['lines that no proxies write', { 'x-forwarded-for': Array.from({ length: 11 }, () => 'f') }],
  ])('has no warning with %s', async (_, headers) => {
    const world = await limitedWorld(rateLimits);
    expect((await world.call({ ...MFA, headers })).status).toBe(200);
    expect(world.log).toEqual([]);
  });

  it('does not read what proxies say once it has warned', async () => {
    const logger = createRecordingLogger();
    const limit = createAddressLimit('account', {}, logger);
    let reads = 0;
    const headers = {
      get 'x-forwarded-for'() {
        reads += 1;
        return Array.from({ length: 10 }, (_, index) => `198.51.100.${String(index)}`);
      },
    };
    for (let n = 0; n < 3; n += 1) await limit({ clientAddress: '192.0.2.1', headers });
    expect([logger.lines.length, reads]).toEqual([1, 1]);
  });

  it('is one per API', async () => {
    const options = { rateLimits: { limits: { account: { perAddress: 1 } } } };
    const world = await createCustomerWorld(options);
    const account: TestRequest = { ...MFA, token: 'ada-token' };
    await world.call(account);
    expect((await world.call(account)).status).toBe(429);
    expect((await world.call(POLICY)).status).toBe(200);
  });
});
