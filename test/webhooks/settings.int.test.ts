/** Fifty subscribers with fifty settings, two events, real sockets: each subscriber gets what it asked for, and verifies it without the SDK. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buffer } from 'node:stream/consumers';
import { createKeyRing, createSigningKeys, createStepward, systemCaller } from '@stepward/core';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { referenceVerify } from '../signatures/reference-ed25519.js';
import { memory, postgres } from '../harness/storages.js';
import { loopbackTargets } from './harness/loopback.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { verifiers, type Verifier } from './harness/verifiers.js';
import type { Captured } from './harness/sink.js';

const AT = '2026-01-01T00:00:00Z';
const DELETED = { id: 'org_1', deleted_at: AT };
const ADDED = ['authorization', 'x-team', 'x-region'];
/** With the number that the second event has for those that asked for it; null for those that did not. */
const FILTERS = [
  { types: ['*'], sequence: 2 },
  { types: ['organisation.*'], sequence: 1 },
  { types: ['org.deleted'], sequence: 1 },
  { types: ['user.deleted', 'organisation.deleted'], sequence: 2 },
  { types: ['user.*'], sequence: null },
];

/** What subscriber `n` asks for: each number is another combination. */
function settingsOf(n: number) {
  const names = ADDED.slice(0, n % 4);
  return {
    signature: (['v1', 'v1a', 'both'] as const)[n % 3]!,
    body: (['full', 'thin'] as const)[Math.floor(n / 3) % 2]!,
    naming: (['canonical', 'legacy'] as const)[Math.floor(n / 6) % 2]!,
    filter: FILTERS[Math.floor(n / 12)]!,
    headers: Object.fromEntries(names.map((name) => [name, `${name} of ${String(n)}`])),
    hasCertificate: n % 5 === 0,
  };
}

const settings = Array.from({ length: 50 }, (_, n) => ({ n, ...settingsOf(n) }));

const pem = (file: string) =>
  readFileSync(
    new URL(`../../packages/webhooks/test/certificates/${file}`, import.meta.url),
    'utf8',
  );
const certificate = { cert: pem('valid.pem'), key: pem('valid.key') };
const authority = pem('authority.pem');

/** A receiver over TLS that has only clients with a certificate of the authority. */
async function openTlsSink() {
  const received: Captured[] = [];
  const options = { ...certificate, ca: [authority], requestCert: true, rejectUnauthorized: true };
  const server = createServer(options, (request, response) => {
    void buffer(request).then((body) => {
      const isKnown = (request.socket as TLSSocket).authorized;
      const { method = '', url: path = '' } = request;
      const headers = request.headers as Record<string, string>;
      received.push({ method, path, headers, headerNames: [], body });
      response.writeHead(isKnown ? 204 : 403).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://hooks.example.com:${String(port)}`, received };
}

describe.each([memory, postgres])('on $name', async ({ open }) => {
  const { storage } = await open();

  it('each of 50 subscribers gets one event as it asked for it', async () => {
    const clock = createFixedClock();
    const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) });
    const keys = createKeyRing({ active: key('k', 9) });
    const signing = createSigningKeys({ active: key('signing', 1) });
    const webhooks = { keys, signing, targets: loopbackTargets(clock) };
    const stepward = createStepward({ storage, codeKeys: keys, webhooks, clock });
    const [plain, tls] = [await openSink(), await openTlsSink()];
    const asked: string[] = [];
    const subscribers: ((typeof settings)[number] & { readonly secret: string })[] = [];
    for (const each of settings) {
      const { n, filter, hasCertificate, ...fields } = each;
      const base = hasCertificate ? tls.url : plain.url;
      const created = await stepward.subscribers.create(systemCaller('acme'), {
        ...fields,
        url: `${base}/${String(n)}`,
        event_types: filter.types,
        ...(hasCertificate && { client_certificate: `cert-${String(n)}` }),
      });
      subscribers.push({ ...each, secret: created._unsafeUnwrap().secret.reveal() });
    }
    clock.advance(1);

    const worker = openWorker(
      { stepward, clock },
      {
        sender: {
          certificateAuthorities: [authority],
          clientCertificates: {
            find: async (tenantId, name) => {
              asked.push(`${tenantId} ${name}`);
              return certificate;
            },
          },
        },
      },
    );
    const emit = async (type: string, data: Readonly<Record<string, unknown>>) => {
      const event = await stepward.events.emitUntyped({ tenantId: 'acme', type, data });
      await worker.runOnce();
      return event._unsafeUnwrap().id;
    };
    await emit('user.deleted', { id: 'usr_1', deleted_at: AT });
    clock.advance(1);
    const eventId = await emit('organisation.deleted', DELETED);

    const requests = [...plain.received, ...tls.received];
    const of = (n: number) =>
      requests.filter(
        ({ path, headers }) =>
          path.endsWith(`/${String(n)}`) && headers['x-idempotency-key'] === eventId,
      );
    const [publicKey] = stepward.subscribers.publicKeys('acme') ?? [];
    const [byHmac, byLibrary] = verifiers.map(([, verify]) => verify) as [Verifier, Verifier];
    const isSigned = ({ headers, body }: Captured): boolean => {
      const id = headers['webhook-id'] ?? '';
      const message = `${id}.${headers['webhook-timestamp'] ?? ''}.${body.toString()}`;
      const signature = /(?:^| )v1a,(\S+)/.exec(headers['webhook-signature'] ?? '')?.[1];
      if (signature === undefined) return false;
      const x = Buffer.from(publicKey?.x ?? '', 'base64url');
      return referenceVerify(x, Buffer.from(signature, 'base64'), Buffer.from(message));
    };
    const seen = subscribers.map(({ n, secret }) =>
      of(n).map((request) => {
        const { headers, body } = request;
        const { data } = JSON.parse(body.toString()) as { readonly data: unknown };
        return {
          ...{ n, data, method: request.method, type: headers['x-webhook-event'] },
          sequence: headers['x-webhook-sequence'],
          added: ADDED.map((name) => headers[name] ?? null),
          byHmac: byHmac(secret, request, clock.now()),
          byLibrary: byLibrary(secret, request, clock.now()),
          byEd25519: isSigned(request),
        };
      }),
    );
    const expected = settings.map(({ n, signature, body, naming, filter, headers }) =>
      filter.sequence === null
        ? []
        : [
            {
              ...{ n, method: 'POST', sequence: String(filter.sequence) },
              type: naming === 'legacy' ? 'org.deleted' : 'organisation.deleted',
              data: body === 'thin' ? { id: eventId } : DELETED,
              added: ADDED.map((name) => headers[name] ?? null),
              byHmac: true,
              byLibrary: signature !== 'v1a',
              byEd25519: signature !== 'v1',
            },
          ],
    );
    expect(seen).toEqual(expected);

    // Those that did not ask for the second event got the first one, and nothing of the second.
    expect(requests).toHaveLength(
      48 + settings.filter(({ filter }) => filter.sequence !== 1).length,
    );
    expect([...new Set(asked)].sort()).toEqual(
      settings
        .filter(({ hasCertificate }) => hasCertificate)
        .map(({ n }) => `acme cert-${String(n)}`)
        .sort(),
    );
  });

  it('has no two settings that are the same', () => {
    expect(
      new Set(settings.map(({ n: _, headers: __, ...each }) => JSON.stringify(each))).size,
    ).toBe(50);
  });
});
