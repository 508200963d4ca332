import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import {
  NOW,
  SNS_CERTIFICATE,
  SNS_CONFIRMATION,
  SNS_NOTIFICATION,
  SNS_NOTIFICATION_SHA1,
  SNS_NOTIFICATION_WITH_SUBJECT,
  TOPIC_ARN,
} from '../../test/receipt-vectors.js';
import { awsReceipts, readAwsReceipts } from './aws.js';
import { SourceBusy, type ReceiptRequest } from './receipt-source.js';
import { isSnsUrl, verifySnsSignature } from './sns-signature.js';

const certificate = SNS_CERTIFICATE;

it.each([
  ['version 2', SNS_NOTIFICATION],
  ['a subject', SNS_NOTIFICATION_WITH_SUBJECT],
  ['a subscription to confirm', SNS_CONFIRMATION],
])('a message of %s is genuine', (_, message) => {
  expect(verifySnsSignature({ message, certificate, now: NOW })).toBe(true);
});

// standard: asvs/11.4.3
it.each([
  ['another text', { ...SNS_NOTIFICATION, Message: '{}' }],
  ['another topic', { ...SNS_NOTIFICATION, TopicArn: `${TOPIC_ARN}-2` }],
  ['version 1', SNS_NOTIFICATION_SHA1],
  ['an unknown version', { ...SNS_NOTIFICATION, SignatureVersion: '3' }],
  ['another type', { ...SNS_NOTIFICATION, Type: 'SubscriptionConfirmation' }],
  ['a subject that was not signed', { ...SNS_NOTIFICATION, Subject: 'SMS' }],
  ['no signature', { ...SNS_NOTIFICATION, Signature: undefined }],
  ['nothing', null],
])('with %s it is not', (_, message) => {
  expect(verifySnsSignature({ message, certificate, now: NOW })).toBe(false);
});

it('an unreadable, future or expired certificate verifies nothing', () => {
  const signed = { message: SNS_NOTIFICATION, certificate };
  expect(verifySnsSignature({ ...signed, certificate: 'none', now: NOW })).toBe(false);
  for (const date of ['2026-11-22T21:55:09Z', '2126-10-29T21:55:11Z']) {
    expect(verifySnsSignature({ ...signed, now: new Date(date) })).toBe(false);
  }
});

it.each([
  ['https://sns.eu-central-1.amazonaws.com/a.pem', true],
  ['https://sns.eu-central-1.amazonaws.com.cn/a.pem', true],
  ['http://sns.eu-central-1.amazonaws.com/a.pem', false],
  ['https://sns.us-east-1.amazonaws.com/a.pem', false],
  ['https://sns.eu-central-1.amazonaws.com.example.org/a.pem', false],
  ['https://sns.eu-central-1.amazonaws.com@example.org/a.pem', false],
  ['https://example.org/sns.eu-central-1.amazonaws.com', false],
  ['https://user@sns.eu-central-1.amazonaws.com/a.pem', false],
  ['https://sns.eu-central-1.amazonaws.com:8443/a.pem', false],
  ['https://bucket.s3.amazonaws.com/a.pem', false],
  ['not a url', false],
  [undefined, false],
])('whether %s is an address of SNS in the region: %s', (url, expected) => {
  expect(isSnsUrl(url, 'eu-central-1')).toBe(expected);
});

it.each([
  ['TEXT_DELIVERED', { status: 'delivered' }],
  ['TEXT_SUCCESSFUL', { status: 'sent' }],
  [
    'TEXT_UNREACHABLE',
    { status: 'undelivered', reason: 'unreachable', detail: 'TEXT_UNREACHABLE' },
  ],
  ['TEXT_TTL_EXPIRED', { status: 'undelivered', reason: 'expired', detail: 'TEXT_TTL_EXPIRED' }],
  ['TEXT_INVALID', { status: 'failed', reason: 'invalid_number', detail: 'TEXT_INVALID' }],
  ['TEXT_PROTECT_BLOCKED', { status: 'failed', reason: 'blocked', detail: 'TEXT_PROTECT_BLOCKED' }],
])('%s is read', (eventType, expected) => {
  const event = { eventType, messageId: 'm1', destinationPhoneNumber: '+14155552671' };
  expect(readAwsReceipts(event)).toEqual([{ messageId: 'm1', ...expected }]);
});

it.each([['TEXT_QUEUED'], ['TEXT_UNKNOWN'], ['VOICE_COMPLETED']])('%s tells nothing', (type) => {
  expect(readAwsReceipts({ eventType: type, messageId: 'm1' })).toEqual([]);
});

/** A source with a network that has the certificate, and the addresses that it loaded. */
function sourceOf({ status = 200 } = {}) {
  const loaded: string[] = [];
  const source = awsReceipts({
    topicArn: TOPIC_ARN,
    async fetch(url) {
      loaded.push(url);
      return { ok: status === 200, status, text: async () => SNS_CERTIFICATE };
    },
  });
  return { source, loaded };
}

const requestOf = (message: unknown, now = NOW): ReceiptRequest => ({
  url: 'https://acme.example/sms/receipts/aws',
  header: () => null,
  body: Buffer.from(JSON.stringify(message)),
  now,
  signal: new AbortController().signal,
});

it('the certificate is loaded once for many messages', async () => {
  const { source, loaded } = sourceOf();
  const receipt = { messageId: '862a8790-60c0-4430-9b2b-658bdexample', status: 'delivered' };
  expect(await source.receive(requestOf(SNS_NOTIFICATION))).toEqual([receipt]);
  expect(await source.receive(requestOf(SNS_NOTIFICATION_WITH_SUBJECT))).toEqual([receipt]);
  expect(loaded).toEqual([SNS_NOTIFICATION.SigningCertURL]);
});

it('a subscription is confirmed at the address that was signed', async () => {
  const { source, loaded } = sourceOf();
  expect(await source.receive(requestOf(SNS_CONFIRMATION))).toEqual([]);
  expect(loaded).toEqual([SNS_CONFIRMATION.SigningCertURL, SNS_CONFIRMATION.SubscribeURL]);
});

it.each([
  ['of another topic', { ...SNS_NOTIFICATION, TopicArn: `${TOPIC_ARN}-2` }],
  [
    'with a certificate elsewhere',
    { ...SNS_NOTIFICATION, SigningCertURL: 'https://a.example/a.pem' },
  ],
  [
    'with another file of SNS for a certificate',
    {
      ...SNS_NOTIFICATION,
      SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/?Action=Publish',
    },
  ],
  ['without a time', { ...SNS_NOTIFICATION, Timestamp: undefined }],
  ['that is no message', 'hello'],
])('nothing is loaded for a message %s', async (_, message) => {
  const { source, loaded } = sourceOf();
  expect(await source.receive(requestOf(message))).toBeNull();
  expect(loaded).toEqual([]);
});

it('a message of more than an hour ago is refused', async () => {
  const { source } = sourceOf();
  const hour = NOW.getTime() + 3_600_000;
  expect(await source.receive(requestOf(SNS_NOTIFICATION, new Date(hour)))).toHaveLength(1);
  expect(await source.receive(requestOf(SNS_NOTIFICATION, new Date(hour + 1)))).toBeNull();
});

it.each(['constructor', '__proto__', 7, null])(
  'a message of the type %s is refused',
  async (Type) => {
    const { source } = sourceOf();
    expect(await source.receive(requestOf({ ...SNS_NOTIFICATION, Type }))).toBeNull();
  },
);

it.each([403, 404])(
  'a message whose certificate AWS answers with %i is refused',
  async (status) => {
    const { source } = sourceOf({ status });
    expect(await source.receive(requestOf(SNS_NOTIFICATION))).toBeNull();
  },
);

it('a certificate that AWS cannot send now is a failure, not a wrong signature', async () => {
  const { source } = sourceOf({ status: 503 });
  await expect(source.receive(requestOf(SNS_NOTIFICATION))).rejects.toThrow(
    'the certificate of Amazon SNS could not be loaded',
  );
});

it('of many certificates that strangers name, four are loaded at once', async () => {
  const answers: (() => void)[] = [];
  const source = awsReceipts({
    topicArn: TOPIC_ARN,
    fetch: () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ ok: true, status: 200, text: async () => SNS_CERTIFICATE }));
      }),
  });
  const named = (index: number): ReceiptRequest => {
    const path = `SimpleNotificationService-${String(index).repeat(32)}.pem`;
    const SigningCertURL = new URL(path, SNS_NOTIFICATION.SigningCertURL).href;
    return requestOf({ ...SNS_NOTIFICATION, Message: '{}', SigningCertURL });
  };
  const loading = [1, 2, 3, 4].map(async (index) => source.receive(named(index)));
  await expect(source.receive(named(5))).rejects.toThrow(SourceBusy);
  expect(answers).toHaveLength(4);
  for (const answer of answers) answer();
  expect(await Promise.all(loading)).toEqual([null, null, null, null]);
  const later = source.receive(requestOf(SNS_NOTIFICATION));
  answers.at(-1)?.();
  expect(await later).toHaveLength(1);
});

/** A source whose certificates arrive when the test says so. */
function slowSourceOf() {
  const clock = createFixedClock(NOW);
  const loads: { readonly signal: AbortSignal; readonly answer: () => void }[] = [];
  const source = awsReceipts({
    topicArn: TOPIC_ARN,
    clock,
    fetch: (_, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        const found = { ok: true, status: 200, text: async () => SNS_CERTIFICATE };
        loads.push({ signal, answer: () => resolve(found) });
      }),
  });
  return { clock, loads, source };
}

it('requests that name one certificate at once share one load, which outlasts the first of them', async () => {
  const { loads, source } = slowSourceOf();
  const first = new AbortController();
  const requests = [
    { ...requestOf(SNS_NOTIFICATION), signal: first.signal },
    ...Array.from({ length: 5 }, () => requestOf(SNS_NOTIFICATION)),
    requestOf({ ...SNS_NOTIFICATION, Message: '{}' }),
  ];
  const received = requests.map(async (request) => source.receive(request));
  first.abort();
  expect(loads).toHaveLength(1);
  loads[0]?.answer();
  const genuine = (await Promise.all(received)).map((receipts) => receipts?.length ?? null);
  expect(genuine).toEqual([1, 1, 1, 1, 1, 1, null]);
});

it('a load ends after 5 seconds, and the next request loads again', async () => {
  const { clock, loads, source } = slowSourceOf();
  const failed = [source.receive(requestOf(SNS_NOTIFICATION))];
  failed.push(source.receive(requestOf(SNS_NOTIFICATION)));
  clock.advance(4_999);
  expect(loads[0]?.signal.aborted).toBe(false);
  clock.advance(1);
  for (const receiving of failed) await expect(receiving).rejects.toThrow('aborted');
  const later = source.receive(requestOf(SNS_NOTIFICATION));
  loads[1]?.answer();
  expect(await later).toHaveLength(1);
});

it('for an address over its limit no certificate is loaded, and a loaded one is used', async () => {
  const { source, loaded } = sourceOf();
  const limited = { ...requestOf(SNS_NOTIFICATION), isLimited: true };
  await expect(source.receive(limited)).rejects.toThrow(SourceBusy);
  expect(loaded).toEqual([]);
  await source.receive(requestOf(SNS_NOTIFICATION));
  expect(await source.receive(limited)).toHaveLength(1);
});

it('an invalid topic is named when the source is made', () => {
  expect(() => awsReceipts({ topicArn: 'sms-events' })).toThrow(
    'awsReceipts: topicArn must be the ARN of an SNS topic',
  );
});
