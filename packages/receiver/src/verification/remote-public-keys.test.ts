import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { receiverOf } from '../../test/deliveries.js';
import { newKey, signedDelivery, type TestKey } from '../../test/signed-delivery.js';
import { remotePublicKeys, type FetchKeySet, type RemotePublicKeys } from './remote-public-keys.js';

const URL = 'https://hooks.example.com/.well-known/webhook-keys.json?tenant=acme';
const [OLD, NEW, STRANGER] = [newKey(), newKey(), newKey()];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const setOf = (...keys: readonly TestKey[]): string =>
  JSON.stringify({ keys: keys.map(({ jwk }) => ({ ...jwk, kid: 'k', use: 'sig', alg: 'EdDSA' })) });

function answer(body: string | null, status = 200): Awaited<ReturnType<FetchKeySet>> {
  return new Response(body, { status });
}

/** A receiver of keys at an address, what the address answers, and how often it was asked. */
function world(options: Partial<RemotePublicKeys> = {}) {
  const site = { body: setOf(OLD), status: 200, reads: 0, isDown: false };
  const fetchKeySet: FetchKeySet = async () => {
    site.reads += 1;
    if (site.isDown) throw new TypeError('fetch failed');
    return answer(site.body, site.status);
  };
  const publicKeys = { jwksUrl: URL, fetch: fetchKeySet, ...options };
  const { receiver, clock } = receiverOf({ secrets: [], publicKeys });
  const receive = (...keys: readonly TestKey[]) =>
    receiver.receive(signedDelivery(keys, { now: clock.now() }));
  const outcome = async (...keys: readonly TestKey[]): Promise<string> => {
    const received = await receive(...keys);
    return received.type === 'refused' ? received.reason : received.type;
  };
  return { site, clock, receive, outcome, receiver };
}

describe('the keys at an address', () => {
  it('are read when a delivery needs them, with what is asked for, and kept for 10 minutes', async () => {
    const asked: unknown[] = [];
    const { clock, outcome } = world({
      fetch: async (url, { headers, redirect, signal }) => {
        asked.push([url, headers['accept'], redirect, signal instanceof AbortSignal]);
        return answer(setOf(OLD));
      },
    });
    expect(asked).toEqual([]);
    for (const wait of [0, 10 * MINUTE - 1]) {
      clock.advance(wait);
      expect(await outcome(OLD)).toBe('accepted');
    }
    expect(asked).toEqual([[URL, 'application/jwk-set+json, application/json', 'manual', true]]);
    clock.advance(1);
    expect(await outcome(OLD)).toBe('accepted');
    expect(asked).toHaveLength(2);
  });

  it('are not read for what is refused without them', async () => {
    const { site, receiver, clock } = world();
    const { body, headers } = signedDelivery([OLD], { now: clock.now() });
    const old = { ...headers, 'webhook-timestamp': '1' };
    for (const sent of [{}, old, { ...headers, 'webhook-signature': 'v1a,x' }]) {
      expect((await receiver.receive({ headers: sent, body })).type).toBe('refused');
    }
    expect(site.reads).toBe(0);
  });

  it('are read again for a key that is not known, once a minute', async () => {
    const { site, clock, outcome } = world();
    expect(await outcome(OLD)).toBe('accepted');
    site.body = setOf(NEW, OLD);
    clock.advance(MINUTE - 1);
    expect(await outcome(NEW)).toBe('signature_mismatch');
    clock.advance(1);
    expect(await outcome(NEW)).toBe('accepted');
    expect(site.reads).toBe(2);
    for (let n = 0; n < 50; n += 1) expect(await outcome(STRANGER)).toBe('signature_mismatch');
    expect(site.reads).toBe(2);
    clock.advance(MINUTE);
    expect(await outcome(STRANGER)).toBe('signature_mismatch');
    expect(site.reads).toBe(3);
    expect(await outcome(OLD)).toBe('accepted');
  });

  it('survive a rotation with an overlap without another read', async () => {
    const { site, clock, outcome } = world();
    expect(await outcome(OLD)).toBe('accepted');
    site.body = setOf(NEW, OLD);
    clock.advance(1);
    expect(await outcome(NEW, OLD)).toBe('accepted');
    expect(site.reads).toBe(1);
  });

  it('end with a key that was taken out', async () => {
    const { site, clock, outcome } = world();
    expect(await outcome(OLD)).toBe('accepted');
    site.body = setOf(NEW);
    clock.advance(10 * MINUTE);
    expect(await outcome(OLD)).toBe('signature_mismatch');
  });

  it('are read once for all deliveries that wait for them', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let reads = 0;
    const { outcome } = world({
      fetch: async () => {
        reads += 1;
        await opened;
        return answer(setOf(OLD));
      },
    });
    const waiting = [OLD, STRANGER, OLD].map((key) => outcome(key));
    open();
    expect(await Promise.all(waiting)).toEqual(['accepted', 'signature_mismatch', 'accepted']);
    expect(reads).toBe(1);
  });

  it('outlive an outage of a day, and are then not trusted any more', async () => {
    const { site, clock, outcome, receive } = world();
    expect(await outcome(OLD)).toBe('accepted');
    site.isDown = true;
    clock.advance(DAY - 1);
    expect(await outcome(OLD)).toBe('accepted');
    expect(await outcome(STRANGER)).toBe('signature_mismatch');
    expect(site.reads).toBe(2);
    clock.advance(1);
    await expect(receive(OLD)).rejects.toThrow('cannot be read');
    site.isDown = false;
    clock.advance(MINUTE);
    expect(await outcome(OLD)).toBe('accepted');
  });

  it('that were never read fail the delivery, so the sender tries again, and are read after 5 seconds', async () => {
    const { site, clock, outcome, receive, receiver } = world();
    site.isDown = true;
    await expect(receive(OLD)).rejects.toThrow(
      'the key set at https://hooks.example.com/.well-known/webhook-keys.json cannot be read',
    );
    const handled = await receiver.handle(signedDelivery([OLD]), () => undefined);
    expect(handled).toMatchObject({ type: 'failed', event: null });
    site.isDown = false;
    clock.advance(4_999);
    await expect(receive(OLD)).rejects.toThrow('cannot be read');
    expect(site.reads).toBe(1);
    clock.advance(1);
    expect(await outcome(OLD)).toBe('accepted');
  });
});

describe('a key set is not taken', () => {
  const rsa = { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'r' };
  it.each<[string, string, number, string]>([
    ['without an answer of success', setOf(OLD), 404, 'it was answered with 404'],
    ['from another address', '', 302, 'it was answered with 302'],
    ['that is no JSON', '<html>', 200, 'it is not a JSON Web Key Set'],
    ['that is null', 'null', 200, 'it is not a JSON Web Key Set'],
    ['that is one key', JSON.stringify(OLD.jwk), 200, 'it is not a JSON Web Key Set'],
    ['whose keys are an object', '{"keys":{}}', 200, 'it is not a JSON Web Key Set'],
    ['that is empty', '{"keys":[]}', 200, 'it has no Ed25519 key'],
    [
      'of other kinds',
      JSON.stringify({ keys: [rsa, null, 7, 'x', []] }),
      200,
      'it has no Ed25519 key',
    ],
    [
      'of private keys',
      JSON.stringify({ keys: [{ ...OLD.jwk, d: 'x' }] }),
      200,
      'it has no Ed25519 key',
    ],
    ['of nine keys', setOf(...Array<TestKey>(9).fill(OLD)), 200, 'it has more than 8 Ed25519 keys'],
    ['that is huge', `${setOf(OLD)}${' '.repeat(65_536)}`, 200, 'it has more than 65536 bytes'],
  ])('%s', async (_, body, status, cause) => {
    const { receive } = world({ fetch: async () => answer(body, status) });
    await expect(receive(OLD)).rejects.toMatchObject({ cause: { message: cause } });
  });

  it('that comes without end: reading stops', async () => {
    let chunks = 0;
    let isCancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const response = new Response(endless);
    const { receive } = world({ fetch: async () => response });
    await expect(receive(OLD)).rejects.toThrow('cannot be read');
    expect(isCancelled).toBe(true);
    expect(chunks).toBeLessThan(8);
  });

  it('that comes too late', async () => {
    const { receive } = world({
      timeoutMs: 1,
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    await expect(receive(OLD)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it('and the one before stays, where a later one is bad', async () => {
    const { site, clock, outcome } = world();
    expect(await outcome(OLD)).toBe('accepted');
    for (const body of ['{"keys":[]}', 'no', `${setOf(NEW)}${' '.repeat(65_536)}`]) {
      site.body = body;
      clock.advance(10 * MINUTE);
      expect(await outcome(OLD)).toBe('accepted');
      expect(await outcome(NEW)).toBe('signature_mismatch');
    }
    expect(site.reads).toBe(4);
  });
});

it('takes the Ed25519 keys out of a mixed set, also where two have one kid', async () => {
  const { site, outcome } = world();
  const keys = [
    { kty: 'RSA', kid: 'k' },
    { ...OLD.jwk, kid: 'k' },
    { ...NEW.jwk, kid: 'k' },
  ];
  site.body = JSON.stringify({ keys, other: true });
  expect([await outcome(OLD), await outcome(NEW)]).toEqual(['accepted', 'accepted']);
});

it('reads by https wherever the address is, for the receiver alone chooses it', async () => {
  const jwksUrl = 'https://10.0.0.1/keys.json';
  const asked: string[] = [];
  const { receive } = world({
    jwksUrl,
    fetch: async (url) => {
      asked.push(url);
      return answer(setOf(OLD));
    },
  });
  expect((await receive(OLD)).type).toBe('accepted');
  expect(asked).toEqual([jwksUrl]);
});

it('reads over the network with the fetch of the runtime, and follows no redirect', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/keys' }).end();
    else response.end(setOf(OLD));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  try {
    const at = (path: string) => {
      const publicKeys = { jwksUrl: `${origin}${path}` };
      return receiverOf({ secrets: [], publicKeys }).receiver.receive(signedDelivery([OLD]));
    };
    expect((await at('/keys')).type).toBe('accepted');
    await expect(at('/moved')).rejects.toMatchObject({
      cause: { message: 'it was answered with 302' },
    });
  } finally {
    server.close();
  }
});

it('lets no request wait for the read of another one where the runtime forbids it', async () => {
  const answers: ((value: Awaited<ReturnType<FetchKeySet>>) => void)[] = [];
  const options: RemotePublicKeys = {
    jwksUrl: URL,
    fetch: () => new Promise((resolve) => answers.push(resolve)),
  };
  const source = remotePublicKeys(options, createFixedClock(), false);
  const [first, second] = [source.keys(), source.keys()];
  expect(answers).toHaveLength(2);
  answers[1]?.(answer(setOf(OLD)));
  expect(await second).toHaveLength(1);
  answers[0]?.(answer(setOf(OLD)));
  expect(await first).toHaveLength(1);
});
