import { Socket } from 'node:net';
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  vi,
  type MockInstance,
} from 'vitest';
import { http, startLoopback } from '../../test/loopback.js';
import { LOOPBACK, openSender } from '../../test/open-sender.js';
import { disguises, edgeAddresses, REFUSED_URLS } from '../../test/ssrf-targets.js';
import { createWebhookSender } from './webhook-sender.js';
import { createWebhookTargets } from '../targets/webhook-targets.js';

const REFUSED = { type: 'failed', reason: 'target_refused' };

const refusedAddresses = edgeAddresses()
  .filter(({ refused }) => refused)
  .map(({ address }) => address);
/** Each of these ends up at an address that is refused. */
const refusedSpellings = [
  ...refusedAddresses,
  ...refusedAddresses.filter((address) => !address.includes(':')).flatMap(disguises),
];
const asHost = (address: string) => (address.includes(':') ? `[${address}]` : address);

/** Every dial of this process; over TLS too, for those sockets are of the same class. */
let dials: MockInstance<Socket['connect']>;
beforeEach(() => {
  dials = vi.spyOn(Socket.prototype, 'connect');
});
afterEach(() => {
  dials.mockRestore();
});

/** The shipped rules at both doors: what the sender and the registration say of a URL. */
let answers: readonly string[] = [];
const resolve = async () => answers;
const sender = createWebhookSender({ resolve });
const targets = createWebhookTargets({ resolve });
afterAll(() => sender.close());

async function judge(url: string, addresses: readonly string[]) {
  answers = addresses;
  const outcome = await sender.send({
    tenantId: 'acme',
    url,
    headers: {},
    body: '',
    timeoutMs: 15_000,
  });
  return [outcome, await targets.check(url)];
}

// standard: asvs/1.3.6
describe('a refused target', () => {
  it('comes in hundreds of spellings', () => {
    expect(refusedSpellings.length + REFUSED_URLS.length).toBeGreaterThan(300);
  });

  // spec: delivery/pinning
  it.each(REFUSED_URLS)('is neither dialled nor registered: %j', async (url) => {
    expect(await judge(url, ['8.8.8.8'])).toMatchObject([REFUSED, 'refused']);
    expect(dials).not.toHaveBeenCalled();
  });

  // spec: delivery/pinning
  it.each(refusedSpellings)('is neither as %s, as a literal or behind a name', async (address) => {
    const refused = [REFUSED, 'refused'];
    expect(await judge(`https://${asHost(address)}/`, ['8.8.8.8'])).toMatchObject(refused);
    expect(await judge('https://a.example/', [address])).toMatchObject(refused);
    expect(await judge('https://a.example/', ['8.8.8.8', address])).toMatchObject(refused);
    expect(dials).not.toHaveBeenCalled();
  });

  it.each([
    ['https://a.example/secret?key=hush', ['10.0.0.1'], 'private, RFC 1918'],
    ['https://a.example/secret?key=hush', Array(33).fill('8.8.8.8'), 'more than 32 addresses'],
    ['https://127.0.0.1/secret', [], 'loopback, RFC 1122'],
  ])('has the rule for the log of the operator: %s', async (url, addresses, why) => {
    const { post } = openSender({ targets: {}, resolve: async () => addresses });
    expect(await post(url)).toEqual({ ...REFUSED, why });
  });
});

describe('what is dialled', () => {
  // spec: delivery/pinning
  // standard: asvs/1.3.6
  it('is the vetted address, whatever the name resolves to later', async () => {
    const receiver = await startLoopback((socket) => socket.write(http(200)));
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    const { clock, post } = openSender({ resolve });
    const url = `http://rebinding.example:${receiver.port}/`;

    expect((await post(url)).type).toBe('answered');
    expect((await post(url)).type).toBe('answered');
    expect(receiver.sockets.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.1']);
    clock.advance(60_000);
    expect(await post(url)).toMatchObject(REFUSED);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('changes with the name once its time is over', async () => {
    const receiver = await startLoopback((socket) => socket.write(http(200)));
    const answers = [['127.0.0.1'], ['::ffff:127.0.0.1'], ['::1']];
    const allow = ['127.0.0.1/32', '::1/128'];
    const { clock, post } = openSender({
      targets: { allow, allowHttp: allow },
      resolve: async () => answers.shift() ?? [],
    });
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      outcomes.push((await post(`http://moving.example:${receiver.port}/`)).type);
      clock.advance(60_000);
    }
    // The third has no listener.
    expect([outcomes, receiver.sockets.length]).toEqual([['answered', 'answered', 'failed'], 2]);
  });

  it('is a literal without a look-up, where the operator allows it', async () => {
    const receiver = await startLoopback((socket) => socket.write(http(200)));
    const resolve = () => Promise.reject(new Error('asked'));
    const { post } = openSender({ resolve });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1']) {
      expect((await post(`http://${host}:${receiver.port}/`)).type).toBe('answered');
    }
  });

  // standard: asvs/15.3.2
  it('is never where a redirect points', async () => {
    const elsewhere = await startLoopback((socket) => socket.write(http(200)));
    const location = `location: http://127.0.0.1:${elsewhere.port}/`;
    const receiver = await startLoopback((socket) => socket.write(http(307, '', [location])));
    const outcome = await openSender().post(`http://a.example:${receiver.port}/`);
    expect(outcome).toMatchObject({ type: 'answered', status: 307 });
    expect(elsewhere.sockets).toHaveLength(0);
  });

  it('is never a proxy that the environment names', async () => {
    const proxy = await startLoopback((socket) => socket.write(http(200)));
    const receiver = await startLoopback((socket) => socket.write(http(204)));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const sender = createWebhookSender({ targets: LOOPBACK });
    const request = {
      tenantId: 'acme',
      url: `http://127.0.0.1:${receiver.port}/`,
      headers: {},
      body: '',
      timeoutMs: 15_000,
    };
    const outcome = await sender.send(request).finally(() => vi.unstubAllEnvs());
    await sender.close();
    expect([outcome, proxy.sockets.length]).toMatchObject([{ status: 204 }, 0]);
  });
});
