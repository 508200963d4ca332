/**
 * Signing and verifying against bare `createHmac` over the same bytes (target 0.8 of its speed), and a
 * receiver's whole work on a delivery (signature, age, body, headers, event) against the libraries of
 * Stripe, Svix and Standard Webhooks doing theirs (signature, age, body). Bodies of about 500 bytes and
 * 20 KB; one process, alternating rounds.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReceiver } from '@stepward/receiver';
import { serviceSignature } from '@stepward/core/webhooks';
import { verifySignature, type HmacSha256 } from '@stepward/core/events';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { alternate, ratio, report, type Round } from './compare.js';
import { SECRET, sampleDelivery, type SampleDelivery } from './webhooks/sample-delivery.js';

const SIZES = [
  { bytes: 500, repetitions: 20_000 },
  { bytes: 20_000, repetitions: 2_000 },
];

for (const { bytes, repetitions } of SIZES) {
  const delivery = sampleDelivery(bytes);
  const round = roundsOf(repetitions);
  const perCall = (ms: number): string => `${((ms * 1_000) / repetitions).toFixed(2)} µs`;

  const [hmacMs, signMs, verifyMs] = await alternate(
    round(bareHmac(delivery)),
    round(signing(delivery)),
    round(verifying(delivery)),
  );
  report(`Signatures over ${String(delivery.body.length)} bytes`, [
    ['bare createHmac', perCall(hmacMs)],
    ['serviceSignature', perCall(signMs)],
    ['ratio (target 0.8)', ratio(hmacMs, signMs)],
    ['verifySignature', perCall(verifyMs)],
    ['ratio (target 0.8)', ratio(hmacMs, verifyMs)],
  ]);

  const [receiverMs, byHandMs, stripeMs, svixMs, standardMs] = await alternate(
    round(receiving(delivery)),
    round(byHand(delivery)),
    round(stripe(delivery)),
    round(svix(delivery)),
    round(standard(delivery)),
  );
  report(`A delivery of ${String(delivery.body.length)} bytes, received`, [
    ['Stepward receiver', perCall(receiverMs)],
    ['createHmac, compare and JSON.parse by hand', perCall(byHandMs)],
    ['ratio', ratio(byHandMs, receiverMs)],
    ['stripe', perCall(stripeMs)],
    ['ratio', ratio(stripeMs, receiverMs)],
    ['svix', perCall(svixMs)],
    ['ratio', ratio(svixMs, receiverMs)],
    ['standardwebhooks', perCall(standardMs)],
    ['ratio', ratio(standardMs, receiverMs)],
  ]);
}

function roundsOf(repetitions: number): (call: () => unknown) => Round {
  return (call) => async () => {
    const started = performance.now();
    for (let count = 0; count < repetitions; count += 1) await call();
    return performance.now() - started;
  };
}

/** The minimum: one HMAC over the timestamp and the body. */
function bareHmac({ body, timestamp }: SampleDelivery): () => string {
  return () => createHmac('sha256', SECRET).update(`${timestamp}.`).update(body).digest('hex');
}

function signing({ text, timestamp }: SampleDelivery): () => string {
  return () => serviceSignature([SECRET], timestamp, text);
}

function verifying({ body, headers, sentAt }: SampleDelivery): () => Promise<void> {
  const hmac: HmacSha256 = (secret, text, bytes) =>
    createHmac('sha256', secret).update(text).update(bytes).digest('hex');
  const signature = headers['x-service-signature'] ?? '';
  return async () => {
    const rules = { secrets: [SECRET], toleranceMs: 300_000, now: sentAt };
    const verdict = await verifySignature({ signature, body }, rules, hmac);
    if (verdict.type !== 'valid') throw new Error(verdict.type);
  };
}

function receiving({ body, headers }: SampleDelivery): () => Promise<void> {
  const receiver = createReceiver({ secrets: [SECRET] });
  return async () => {
    const received = await receiver.receive({ headers, body });
    if (received.type !== 'accepted') throw new Error(received.type);
  };
}

function byHand({ body, headers, timestamp }: SampleDelivery): () => unknown {
  const given = headers['x-service-signature']?.split('v1=')[1] ?? '';
  return () => {
    const hmac = createHmac('sha256', SECRET).update(`${timestamp}.`).update(body);
    if (!timingSafeEqual(hmac.digest(), Buffer.from(given, 'hex'))) throw new Error('mismatch');
    return JSON.parse(body.toString()) as unknown;
  };
}

function stripe({ body, text }: SampleDelivery): () => unknown {
  const { webhooks } = new Stripe('sk_test_benchmark');
  const header = webhooks.generateTestHeaderString({ payload: text, secret: SECRET });
  return () => webhooks.constructEvent(body, header, SECRET);
}

function svix({ body, headers }: SampleDelivery): () => unknown {
  const webhook = new SvixWebhook(SECRET);
  return () => webhook.verify(body, headers);
}

function standard({ body, headers }: SampleDelivery): () => unknown {
  const webhook = new StandardWebhook(SECRET);
  return () => webhook.verify(body, headers);
}
