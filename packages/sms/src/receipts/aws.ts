import { type Clock, type SmsDeliveryReceipt, systemClock } from '@stepward/core';
import { checkOptions, hasMethods, isFunction, optional, required } from '@stepward/core/adapter';
import { at } from '../provider/unchecked.js';
import { readStatus, type FailureTable, type StatusTable } from './read-status.js';
import { isRecent, jsonOf, SourceBusy, type ReceiptSource } from './receipt-source.js';
import { isSnsUrl, verifySnsSignature } from './sns-signature.js';

/**
 * https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-types.html. `TEXT_UNKNOWN` comes after
 * 72 hours without a word of the carrier, and tells nothing.
 */
const STATUSES: StatusTable = {
  TEXT_SENT: 'sent',
  TEXT_SUCCESSFUL: 'sent', // the carrier took it
  TEXT_DELIVERED: 'delivered',
  TEXT_BLOCKED: 'undelivered',
  TEXT_CARRIER_BLOCKED: 'undelivered',
  TEXT_CARRIER_UNREACHABLE: 'undelivered',
  TEXT_SPAM: 'undelivered',
  TEXT_TTL_EXPIRED: 'undelivered',
  TEXT_UNREACHABLE: 'undelivered',
  TEXT_INVALID: 'failed',
  TEXT_INVALID_MESSAGE: 'failed',
  TEXT_PROTECT_BLOCKED: 'failed',
};

const FAILURES: FailureTable = {
  TEXT_BLOCKED: 'blocked',
  TEXT_CARRIER_BLOCKED: 'blocked',
  TEXT_CARRIER_UNREACHABLE: 'unavailable',
  TEXT_SPAM: 'blocked',
  TEXT_TTL_EXPIRED: 'expired',
  TEXT_UNREACHABLE: 'unreachable',
  TEXT_INVALID: 'invalid_number',
  TEXT_INVALID_MESSAGE: 'misconfigured',
  TEXT_PROTECT_BLOCKED: 'blocked',
};

/** Reads an event of AWS End User Messaging; an empty list where it tells nothing yet. */
export function readAwsReceipts(json: unknown): readonly SmsDeliveryReceipt[] {
  const type = at(json, 'eventType');
  const report = { messageId: at(json, 'messageId'), status: type, code: type };
  return readStatus(report, STATUSES, FAILURES);
}

export interface AwsReceiptsOptions {
  /** The topic that the configuration set writes its events to; messages of any other are refused. */
  readonly topicArn: string;
  /** Loads a certificate, and confirms a subscription; by default `fetch`, without redirects. */
  readonly fetch?: (
    url: string,
    init: { readonly signal: AbortSignal; readonly redirect: 'error' },
  ) => Promise<Pick<Response, 'ok' | 'status' | 'text'>>;
  /** Ends the load of a certificate after 5 seconds. The machine's clock by default. */
  readonly clock?: Clock;
}

const TOPIC_ARN = /^arn:aws[a-z-]*:sns:([a-z0-9-]+):\d{12}:[\w-]{1,256}$/;

/** Where the certificates are: no other address is loaded for a message that is not verified yet. */
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;

/** Certificates that are loaded at once, at most. */
const MAX_LOADING = 4;

/** Milliseconds to load a certificate. */
const LOAD_MS = 5_000;

/** Milliseconds that SNS may repeat a message: an hour by the longest of its policies. */
const TOLERANCE_MS = 3_600_000;

/**
 * The receipts of AWS End User Messaging, through a topic of Amazon SNS with an https subscription to
 * `/sms/receipts/aws`. The subscription confirms itself. The topic's `SignatureVersion` must be 2. Raw message
 * delivery must be off: it is not signed.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const source = awsReceipts({ topicArn: 'arn:aws:sns:eu-central-1:123456789012:sms-events' });
 */
export function awsReceipts(options: AwsReceiptsOptions): ReceiptSource {
  checkOptions('awsReceipts', options, {
    topicArn: required(
      'the ARN of an SNS topic',
      (value) => typeof value === 'string' && TOPIC_ARN.test(value),
    ),
    fetch: optional('a function as the global fetch', isFunction),
    clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
  });
  const { topicArn, fetch: load = fetch, clock = systemClock } = options;
  const region = TOPIC_ARN.exec(topicArn)?.[1] ?? '';
  // One certificate serves for months: the last one is kept.
  let kept: { readonly url: string; readonly pem: string } | null = null;
  // By its address. Requests that name the same one share its load.
  const loading = new Map<string, Promise<string | null>>();

  async function certificateAt(url: string, isLimited: boolean): Promise<string | null> {
    if (kept?.url === url) return kept.pem;
    const running = loading.get(url);
    if (running !== undefined) return running;
    // The message is not verified yet, and strangers can send many that name other certificates.
    if (isLimited || loading.size >= MAX_LOADING)
      throw new SourceBusy('the certificate of Amazon SNS is not loaded now');
    const begun = loadCertificate(url).finally(() => loading.delete(url));
    loading.set(url, begun);
    return begun;
  }

  /** Returns null where AWS has no such certificate. SNS repeats what is answered with 5xx, and nothing else. */
  async function loadCertificate(url: string): Promise<string | null> {
    const response = await load(url, { signal: clock.timeout(LOAD_MS), redirect: 'error' });
    if (response.status >= 500) {
      throw new Error('the certificate of Amazon SNS could not be loaded');
    }
    return response.ok ? response.text() : null;
  }

  async function isGenuine(message: unknown, now: Date, isLimited: boolean): Promise<boolean> {
    const url = at(message, 'SigningCertURL');
    if (at(message, 'TopicArn') !== topicArn || !isSnsUrl(url, region)) return false;
    if (!CERTIFICATE_PATH.test(new URL(url).pathname)) return false;
    if (!isRecent(Date.parse(String(at(message, 'Timestamp'))), now, TOLERANCE_MS)) return false;
    const pem = await certificateAt(url, isLimited);
    if (pem === null) return false;
    const isSigned = verifySnsSignature({ message, certificate: pem, now });
    if (isSigned) kept = { url, pem };
    return isSigned;
  }

  async function confirm(url: unknown, signal: AbortSignal): Promise<void> {
    if (!isSnsUrl(url, region)) return;
    const { ok } = await load(url, { signal, redirect: 'error' });
    if (!ok) throw new Error('the subscription to the SNS topic could not be confirmed');
  }

  return {
    signatureHeader: 'x-amz-sns-message-type',
    async receive({ body, now, signal, isLimited = false }) {
      const message = jsonOf(body);
      if (!(await isGenuine(message, now, isLimited))) return null;
      if (at(message, 'Type') === 'SubscriptionConfirmation') {
        await confirm(at(message, 'SubscribeURL'), signal);
      }
      if (at(message, 'Type') !== 'Notification') return [];
      return readAwsReceipts(jsonOf(Buffer.from(String(at(message, 'Message')))));
    },
  };
}
