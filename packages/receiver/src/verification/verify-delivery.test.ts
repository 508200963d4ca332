import { webcrypto } from 'node:crypto';
import { serviceSignature, standardSignature } from '@stepward/core/webhooks';
import { describe, expect, it } from 'vitest';
import { builtInEvents, type HmacSha256 } from '@stepward/core/events';
import { SECRET } from '../../test/deliveries.js';
import { hmacOf } from './hmac.js';
import {
  verifyDelivery,
  type RefusalReason,
  type Verification,
  type Verifier,
} from './verify-delivery.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const OTHER_SECRET = 'whsec_another';
const TOLERANCE_MS = 300_000;
const WRONG = '0'.repeat(64);
const EVENT_ID = '0190f3a0-0000-7000-8000-000000000001';
const KEY = '0190f3a0-0000-7000-8000-000000000002';

const at = (ms: number): string => new Date(NOW.getTime() + ms).toISOString();

/** What a sender does, each part of which a test may do otherwise. */
interface Sent {
  readonly timestamp?: string;
  readonly signature?: string | null;
  readonly members?: object;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly secrets?: readonly string[];
}

function send(sent: Sent) {
  const timestamp = sent.timestamp ?? at(0);
  const envelope = {
    event_type: 'org.deleted',
    event_id: EVENT_ID,
    timestamp,
    idempotency_key: KEY,
    data: { id: 'org_1', deleted_at: timestamp },
    ...sent.members,
  };
  const body = Buffer.from(sent.body ?? JSON.stringify(envelope));
  const signature =
    sent.signature ?? serviceSignature(sent.secrets ?? [SECRET], timestamp, body.toString());
  return {
    body,
    headers: {
      ...(sent.signature === null ? {} : { 'x-service-signature': signature }),
      'x-webhook-id': EVENT_ID,
      'x-webhook-event': 'org.deleted',
      'x-webhook-timestamp': timestamp,
      'x-idempotency-key': KEY,
      ...sent.headers,
    },
  };
}

function verifierOf(
  hmacSha256: HmacSha256,
  secrets: readonly string[] = [SECRET],
  toleranceMs = TOLERANCE_MS,
): Verifier {
  const standardKeys = secrets.map((secret) => ({ bytes: keyOf(secret), isStepwards: true }));
  const shared = { toleranceMs, now: NOW, hmacSha256, registry: builtInEvents };
  const asymmetric = { publicKeys: null, verifyEd25519: () => false };
  return { ...shared, ...asymmetric, secrets, standardKeys };
}

function keyOf(secret: string): Uint8Array {
  return Buffer.from(secret.slice('whsec_'.length), 'base64');
}

const SECONDS = NOW.getTime() / 1_000;

/** A delivery as the sender makes it by default, with both families of headers; of which some are then left out. */
function sendBoth(without: RegExp, sent: Sent & { readonly id?: string } = {}) {
  const { body, headers } = send(sent);
  const id = sent.id ?? EVENT_ID;
  const seconds = String(SECONDS);
  const all: Record<string, string | undefined> = {
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': standardSignature([SECRET], id, seconds, body.toString()),
    ...sent.headers,
  };
  const kept = Object.entries(all).filter(([name]) => !without.test(name));
  return { body, headers: Object.fromEntries(kept) };
}

describe.each([
  ['node:crypto', hmacOf({ process })],
  ['Web Crypto', hmacOf({ crypto: webcrypto })],
])('by %s', (_, hmacSha256) => {
  const verify = (
    sent: Sent,
    secrets = [SECRET],
    toleranceMs = TOLERANCE_MS,
  ): Promise<Verification> =>
    verifyDelivery(send(sent), verifierOf(hmacSha256, secrets, toleranceMs));

  const good = serviceSignature([SECRET], at(0), send({}).body.toString());
  const [t = '', v1 = ''] = good.split(',');
  const digest = v1.slice(3);

  it.each<[string, Sent]>([
    ['as the sender makes it', {}],
    ['as old as the tolerance allows', { timestamp: at(-TOLERANCE_MS) }],
    ['as far ahead as the tolerance allows', { timestamp: at(TOLERANCE_MS) }],
    ['with a signature by another secret before', { secrets: [OTHER_SECRET, SECRET] }],
    ['with a signature by another secret behind', { secrets: [SECRET, OTHER_SECRET] }],
    ['with a signature of a later version', { signature: `${good},v2=something` }],
    [
      'with the canonical name in the header',
      { headers: { 'x-webhook-event': 'organisation.deleted' } },
    ],
    ['with the canonical name in the body', { members: { event_type: 'organisation.deleted' } }],
    ['with fields of its own in the envelope', { members: { more: 1 } }],
    [
      'of an event that is not known',
      { members: { event_type: 'user.promoted' }, headers: { 'x-webhook-event': 'user.promoted' } },
    ],
  ])('a delivery is genuine %s', async (_name, sent) => {
    expect((await verify(sent)).type).toBe('verified');
  });

  it.each([
    [[SECRET], true],
    [[OTHER_SECRET, SECRET], true],
    [[OTHER_SECRET, 'whsec_third'], false],
  ])('any of the receiver’s secrets %j may be the one', async (secrets, isGood) => {
    const { type } = await verify({ secrets: ['whsec_fourth', SECRET, 'whsec_fifth'] }, secrets);
    expect(type).toBe(isGood ? 'verified' : 'refused');
  });

  it.each<[string, Sent, RefusalReason]>([
    ['none', { signature: null }, 'signature_missing'],
    ['an empty one', { signature: '' }, 'signature_malformed'],
    ['no v1', { signature: t }, 'signature_malformed'],
    ['v0 alone', { signature: `${t},v0=${digest}` }, 'signature_malformed'],
    ['no t', { signature: v1 }, 'signature_malformed'],
    ['t at the end', { signature: `${v1},${t}` }, 'signature_malformed'],
    ['t twice', { signature: `${t},${t},${v1}` }, 'signature_malformed'],
    ['a space', { signature: `${t}, ${v1}` }, 'signature_malformed'],
    ['two headers', { signature: `${good}, ${good}` }, 'signature_malformed'],
    ['upper-case hex', { signature: `${t},v1=${digest.toUpperCase()}` }, 'signature_malformed'],
    [
      'base64',
      { signature: `${t},v1=${Buffer.from(digest, 'hex').toString('base64')}` },
      'signature_malformed',
    ],
    ['a digest cut short', { signature: good.slice(0, -1) }, 'signature_malformed'],
    [
      'more elements than a rotation makes',
      { signature: t + `,${v1}`.repeat(17) },
      'signature_malformed',
    ],
    ['seconds since 1970', { timestamp: '1767225600' }, 'signature_malformed'],
    ['milliseconds since 1970', { timestamp: '1767225600000' }, 'signature_malformed'],
    ['a moment without milliseconds', { timestamp: '2026-01-01T00:00:00Z' }, 'signature_malformed'],
    [
      'a moment with microseconds',
      { timestamp: '2026-01-01T00:00:00.000000Z' },
      'signature_malformed',
    ],
    [
      'a moment with an offset',
      { timestamp: '2026-01-01T00:00:00.000+00:00' },
      'signature_malformed',
    ],
    ['a moment without a zone', { timestamp: '2026-01-01T00:00:00.000' }, 'signature_malformed'],
    ['a moment in lower case', { timestamp: '2026-01-01t00:00:00.000z' }, 'signature_malformed'],
    ['a date', { timestamp: '2026-01-01' }, 'signature_malformed'],
    ['an invalid month', { timestamp: '2026-13-01T00:00:00.000Z' }, 'signature_malformed'],
    ['a moment too long ago', { timestamp: at(-TOLERANCE_MS - 1) }, 'timestamp_out_of_tolerance'],
    ['a moment too far ahead', { timestamp: at(TOLERANCE_MS + 1) }, 'timestamp_out_of_tolerance'],
    [
      'a moment a year ahead',
      { timestamp: '2027-01-01T00:00:00.000Z' },
      'timestamp_out_of_tolerance',
    ],
    ['another moment than was signed', { signature: `t=${at(1)},${v1}` }, 'signature_mismatch'],
    ['a digest of zeros', { signature: `${t},v1=${'0'.repeat(64)}` }, 'signature_mismatch'],
    ['another’s secret', { secrets: [OTHER_SECRET] }, 'signature_mismatch'],
    ['another body’s', { signature: good, members: { more: 1 } }, 'signature_mismatch'],
  ])('a signature with %s is refused', async (_name, sent, reason) => {
    expect(await verify(sent)).toEqual({ type: 'refused', reason });
  });

  it.each<[string, Sent]>([
    ['nothing', { body: '' }],
    ['no JSON', { body: '{' }],
    ['an envelope behind a byte order mark', { body: `\ufeff${send({}).body.toString()}` }],
    ['null', { body: 'null' }],
    ['a list', { body: '[]' }],
    ['no name', { members: { event_type: undefined } }],
    ['an endless name', { members: { event_type: 'x'.repeat(129) } }],
    ['a name with a line break', { members: { event_type: 'user.created\n' } }],
    ['no event_id', { members: { event_id: undefined } }],
    ['an event_id that is no UUID', { members: { event_id: '1' } }],
    ['an idempotency_key that is no UUID', { members: { idempotency_key: 1 } }],
    ['a timestamp that is no text', { members: { timestamp: 1_767_225_600 } }],
    ['no data', { members: { data: undefined } }],
  ])('a signed body with %s is refused', async (_name, sent) => {
    expect(await verify(sent)).toEqual({ type: 'refused', reason: 'body_malformed' });
  });

  it('a signed body that is no UTF-8 is refused', async () => {
    const body = Buffer.from(send({ members: { data: { text: 'é' } } }).body.toString(), 'latin1');
    expect(body.includes(0xe9)).toBe(true);
    const mac = await hmacSha256(SECRET, `${at(0)}.`, body);
    expect(await verify({ body, signature: `${t},v1=${mac}` })).toEqual({
      type: 'refused',
      reason: 'body_malformed',
    });
  });

  it.each<[string, Sent]>([
    ['another X-Webhook-Id', { headers: { 'x-webhook-id': KEY } }],
    ['no X-Webhook-Id', { headers: { 'x-webhook-id': undefined } }],
    ['another X-Webhook-Event', { headers: { 'x-webhook-event': 'org.created' } }],
    ['no X-Webhook-Event', { headers: { 'x-webhook-event': undefined } }],
    ['another X-Webhook-Timestamp', { headers: { 'x-webhook-timestamp': at(1) } }],
    ['no X-Webhook-Timestamp', { headers: { 'x-webhook-timestamp': undefined } }],
    ['another X-Idempotency-Key', { headers: { 'x-idempotency-key': EVENT_ID } }],
    ['no X-Idempotency-Key', { headers: { 'x-idempotency-key': undefined } }],
    [
      'another timestamp in header and body than was signed',
      { members: { timestamp: at(1) }, headers: { 'x-webhook-timestamp': at(1) } },
    ],
    [
      'a header with a name that is not known, and a body with one that is',
      { headers: { 'x-webhook-event': 'org.vanished' } },
    ],
  ])('a request with %s is refused, however well its body is signed', async (_name, sent) => {
    expect(await verify(sent)).toEqual({ type: 'refused', reason: 'header_mismatch' });
  });

  it('one changed byte of a long body is refused, wherever it is', async () => {
    const { headers, body } = send({ members: { data: { text: 'é'.repeat(500) } } });
    for (let index = 0; index < body.length; index += 37) {
      const changed = Buffer.from(body);
      changed[index]! ^= 1;
      expect(await verifyDelivery({ headers, body: changed }, verifierOf(hmacSha256))).toEqual({
        type: 'refused',
        reason: 'signature_mismatch',
      });
    }
  });

  it('a string is verified as its UTF-8 bytes', async () => {
    const { headers, body } = send({ members: { data: { text: 'é🦉' } } });
    const text = { headers, body: body.toString() };
    expect((await verifyDelivery(text, verifierOf(hmacSha256))).type).toBe('verified');
  });

  describe('with the headers of Standard Webhooks', () => {
    it.each([
      ['beside our own', /^$/],
      ['alone', /^x-/],
      ['instead of our signature', /^x-service-signature$/],
    ])('%s, a delivery is the same event', async (_name, without) => {
      const verified = await verifyDelivery(sendBoth(without), verifierOf(hmacSha256));
      expect(verified).toMatchObject({ type: 'verified', event: { known: true } });
      expect(verified).toEqual(await verify({}));
    });

    it.each<[string, RefusalReason, Sent]>([
      ['that is of another body', 'signature_mismatch', { signature: `t=${at(0)},v1=${WRONG}` }],
      ['that is malformed', 'signature_malformed', { signature: '' }],
      ['that is too old', 'timestamp_out_of_tolerance', { timestamp: at(-TOLERANCE_MS - 1) }],
    ])('a valid one does not stand in for one of our own %s', async (_name, reason, sent) => {
      const request = sendBoth(/^$/, sent);
      expect(await verifyDelivery(request, verifierOf(hmacSha256))).toEqual({
        type: 'refused',
        reason,
      });
    });

    it.each<[string, RegExp, Sent & { readonly id?: string }]>([
      ['webhook-id beside our signature', /^$/, { headers: { 'webhook-id': KEY } }],
      ['webhook-id, signed', /^x-/, { id: KEY }],
      ['X-Webhook-Id', /^x-service/, { headers: { 'x-webhook-id': KEY } }],
      ['X-Idempotency-Key', /^x-service/, { headers: { 'x-idempotency-key': EVENT_ID } }],
      ['timestamp in the body', /^x-/, { timestamp: at(1_000) }],
      ['timestamp in the body, an invalid one', /^x-/, { members: { timestamp: 'today' } }],
    ])('an event with another %s is refused', async (_name, without, sent) => {
      expect(await verifyDelivery(sendBoth(without, sent), verifierOf(hmacSha256))).toEqual({
        type: 'refused',
        reason: 'header_mismatch',
      });
    });

    it.each([`${EVENT_ID}.1`, 'two words', 'é', 'x'.repeat(257)])(
      'the id %s is refused',
      async (id) => {
        expect(await verifyDelivery(sendBoth(/^x-/, { id }), verifierOf(hmacSha256))).toEqual({
          type: 'refused',
          reason: 'signature_malformed',
        });
      },
    );

    it('another sender can neither sign nor name an event of ours', async () => {
      const verifier = verifierOf(hmacSha256);
      const foreign = [{ bytes: keyOf(SECRET), isStepwards: false }];
      expect(await verifyDelivery(sendBoth(/^x-/), { ...verifier, standardKeys: foreign })).toEqual(
        { type: 'verified', event: expect.objectContaining({ reason: 'standard_webhooks' }) },
      );
      const body = JSON.stringify({ type: 'user.deleted', data: { id: 'usr_1' } });
      expect(await verifyDelivery(sendBoth(/^x-/, { body }), verifier)).toMatchObject({
        event: { known: false, reason: 'standard_webhooks', eventType: 'user.deleted' },
      });
    });

    it('our signature says nothing to a receiver without secrets of ours', async () => {
      const foreign = { bytes: keyOf(SECRET), isStepwards: false };
      const verifier = { ...verifierOf(hmacSha256, []), standardKeys: [foreign] };
      const { type } = await verifyDelivery(sendBoth(/^$/), verifier);
      expect(type).toBe('verified');
      const { headers, body } = send({});
      expect(await verifyDelivery({ headers, body }, verifier)).toEqual({
        type: 'refused',
        reason: 'signature_missing',
      });
    });
  });

  it.each([[null], [{ event_type: 'org.deleted' }], [undefined]])(
    'a body that is not the bytes that came is refused: %j',
    async (body) => {
      const request = { headers: send({}).headers, body: body as null };
      expect(await verifyDelivery(request, verifierOf(hmacSha256))).toEqual({
        type: 'refused',
        reason: 'body_consumed',
      });
    },
  );
});
