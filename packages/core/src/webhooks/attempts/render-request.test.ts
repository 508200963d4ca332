import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from '../../events/signature/verify-signature.js';
import { minutes } from '../../shared/duration.js';
import type { StartedPost } from './attempt.js';
import { renderRequest } from './render-request.js';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const OLD = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
const NOW = new Date('2026-01-01T00:00:00.999Z');
const STYLE = { source: 'stepward', standardWebhooks: true, timeoutMs: 15_000 };
const DELIVERY_ID = '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11';
const DUE: StartedPost = {
  delivery: {
    tenantId: 'acme',
    subscriberId: 'sub-1',
    shard: 7,
    deliveryId: DELIVERY_ID,
    eventId: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
    attempts: 2,
    isLate: true,
    dueAt: NOW,
  },
  number: 3,
  event: {
    id: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
    type: 'organisation.member_added',
    organisationId: null,
    data: '{ "name":"Zoë 😀","n":1.0}',
    emittedAt: NOW,
    expiresAt: null,
    version: null,
  },
  subscriber: {
    id: 'sub-1',
    url: 'https://example.com/in?x=1',
    naming: 'canonical',
    signature: 'v1',
    body: 'full',
    version: null,
    clientCertificate: null,
    headers: null,
    secrets: [],
    enabled: true,
    pausedUntil: null,
    isOnTrial: false,
    busyPauses: 0,
  },
  sequence: 12,
  startedAt: NOW,
};

const signers = (secrets: readonly string[]) => ({ secrets, privateKeys: [], headers: {} });

describe('the request of an attempt', () => {
  const request = renderRequest(DUE, DUE.event, signers([SECRET, OLD]), STYLE);

  it('has the headers that its subscriber adds, but none of them in place of others', () => {
    const headers = { authorization: 'Bearer a', 'x-webhook-id': 'forged' };
    const added = renderRequest(DUE, DUE.event, { ...signers([SECRET]), headers }, STYLE);
    expect(added.headers).toMatchObject({ authorization: 'Bearer a', 'x-webhook-id': DELIVERY_ID });
  });

  it('has the headers of the specification and of Standard Webhooks, and no other', () => {
    const { 'x-service-signature': ours, 'webhook-signature': theirs, ...rest } = request.headers;
    expect(rest).toEqual({
      'content-type': 'application/json',
      'x-webhook-event': 'organisation.member_added',
      'x-webhook-id': DELIVERY_ID,
      'x-webhook-timestamp': '2026-01-01T00:00:00.999Z',
      'x-idempotency-key': DUE.event.id,
      'x-webhook-attempt': '3',
      'x-webhook-sequence': '12',
      'x-webhook-source': 'stepward',
      'webhook-id': DELIVERY_ID,
      'webhook-timestamp': '1767225600',
    });
    expect(ours).toMatch(/^t=2026-01-01T00:00:00\.999Z,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(theirs).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('goes to the unchanged URL, with the timeout of the whole attempt', () => {
    expect([request.url, request.timeoutMs]).toEqual(['https://example.com/in?x=1', 15_000]);
  });

  // spec: envelope/timestamp
  it('has the same values in its headers and in its body', () => {
    expect(JSON.parse(request.body)).toEqual({
      event_type: 'organisation.member_added',
      event_id: DELIVERY_ID,
      timestamp: '2026-01-01T00:00:00.999Z',
      idempotency_key: DUE.event.id,
      data: { name: 'Zoë 😀', n: 1 },
    });
    expect(request.body).toContain(`"data":${DUE.event.data}}`);
  });

  it.each([[[SECRET]], [[OLD]]])(
    'is signed so that a receiver who knows %j accepts it',
    async (secrets) => {
      const body = new TextEncoder().encode(request.body);
      const signature = request.headers['x-service-signature'] ?? '';
      const rules = { secrets, toleranceMs: minutes(5), now: NOW };
      const verdict = await verifySignature({ signature, body }, rules, (secret, text, bytes) =>
        createHmac('sha256', secret).update(text).update(bytes).digest('hex'),
      );
      expect(verdict).toEqual({ type: 'valid', timestamp: '2026-01-01T00:00:00.999Z' });
    },
  );

  it('is signed as Standard Webhooks requires: with the decoded secret, over id, seconds and body', () => {
    const signatures = [SECRET, OLD].map((secret) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signed = `${DELIVERY_ID}.1767225600.${request.body}`;
      return `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`;
    });
    expect(request.headers['webhook-signature']).toBe(signatures.join(' '));
  });

  it("spells the name in the subscriber's naming, in the header and in the body", () => {
    const subscriber = { ...DUE.subscriber, naming: 'legacy' } as const;
    const legacy = renderRequest({ ...DUE, subscriber }, DUE.event, signers([SECRET]), STYLE);
    expect(legacy.headers['x-webhook-event']).toBe('org.member.added');
    expect(legacy.body).toContain('"event_type":"org.member.added"');
  });

  it('has what it is given for its data, signs that, and names its version in a header', () => {
    const sent = { version: '2026-11-01', data: '{"id":"1"}' };
    const { body, headers } = renderRequest(DUE, sent, signers([SECRET]), STYLE);
    expect(JSON.parse(body)).toEqual({ ...JSON.parse(request.body), data: { id: '1' } });
    const signed = `2026-01-01T00:00:00.999Z.${body}`;
    const digest = createHmac('sha256', SECRET).update(signed).digest('hex');
    expect(headers['x-service-signature']).toBe(`t=2026-01-01T00:00:00.999Z,v1=${digest}`);
    expect(headers['x-webhook-version']).toBe('2026-11-01');
  });

  it('is never made without the signature that its subscriber wants', () => {
    const subscriber = { ...DUE.subscriber, signature: 'v1a' } as const;
    expect(() =>
      renderRequest({ ...DUE, subscriber }, DUE.event, signers([SECRET]), STYLE),
    ).toThrow('signEnvelope: the signature v1a needs a private key');
  });

  it('omits the headers of Standard Webhooks if the host disables them', () => {
    const plain = { ...STYLE, standardWebhooks: false, source: 'billing' };
    const { headers } = renderRequest(DUE, DUE.event, signers([SECRET]), plain);
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    expect(headers['x-webhook-source']).toBe('billing');
  });
});
