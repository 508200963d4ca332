/** Requests with receipts, written and signed as each provider does it, apart from the code that checks them. */
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  awsReceipts,
  infobipReceipts,
  telnyxReceipts,
  twilioReceipts,
  vonageReceipts,
  type ReceiptSource,
} from '@stepward/sms/receipts';

/** What a provider reports of a message. */
export interface Report {
  readonly messageId: string;
  readonly outcome: 'sent' | 'delivered' | 'undelivered';
}

/** A request, as the provider posts it to an address. */
export interface ReportRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The account that a request is signed by, and when. */
export interface Signing {
  /** `other`: as another customer of the provider signs it. */
  readonly account: 'own' | 'other';
  readonly at: Date;
  /** The address that the request is sent to. */
  readonly url: string;
}

export interface SigningProvider {
  readonly source: ReceiptSource;
  /** What the reason of `undelivered` is in the log. */
  readonly reason: string;
  /** Milliseconds for which a signature is good; null where the provider signs no time. */
  readonly toleranceMs: number | null;
  readonly request: (report: Report, signing: Signing) => ReportRequest;
  /** The header of the signature; null where the body has it. */
  readonly signature: string | null;
}

const TWILIO_TOKENS = { own: 'twilio-auth-token', other: 'another-auth-token' };
const VONAGE_SECRETS = { own: 'vonage-signature-secret', other: 'another-signature-secret' };
const TELNYX_KEYS = { own: generateKeyPairSync('ed25519'), other: generateKeyPairSync('ed25519') };
const TOPICS = {
  own: 'arn:aws:sns:eu-central-1:123456789012:sms-events',
  other: 'arn:aws:sns:eu-central-1:210987654321:sms-events',
};

const INFOBIP_SECRETS = {
  own: 'f3b1c5e0a9d84c7e8b2f6d1a0c9e7b54',
  other: '0a9d84c7e8b2f6d1a0c9e7b54f3b1c5e',
};

/** An own certificate in place of Amazon's. */
const sns = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const SNS_KEY = sns('sns.key');
const SNS_CERTIFICATE = sns('sns.pem');

export const SIGNING_PROVIDERS: Readonly<Record<string, SigningProvider>> = {
  twilio: {
    source: twilioReceipts({ authToken: TWILIO_TOKENS.own, accountSid: 'AC1' }),
    reason: 'unreachable',
    toleranceMs: null,
    signature: 'x-twilio-signature',
    request({ messageId, outcome }, { account, url }) {
      const fields = {
        AccountSid: 'AC1',
        ...(outcome === 'undelivered' && { ErrorCode: '30003' }),
        MessageSid: messageId,
        MessageStatus: outcome,
        To: '+14155552671',
      };
      const signed = url + Object.entries(fields).flat().join('');
      const hmac = createHmac('sha1', TWILIO_TOKENS[account]).update(signed).digest('base64');
      const body = new URLSearchParams(fields).toString();
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      return { headers: { ...form, 'x-twilio-signature': hmac }, body };
    },
  },
  vonage: {
    source: vonageReceipts({ signatureSecret: VONAGE_SECRETS.own }),
    reason: 'unreachable',
    toleranceMs: 300_000,
    signature: 'authorization',
    request({ messageId, outcome }, { account, at }) {
      const statuses = { sent: 'submitted', delivered: 'delivered', undelivered: 'undeliverable' };
      const body = JSON.stringify({
        message_uuid: messageId,
        to: '14155552671',
        status: statuses[outcome],
        ...(outcome === 'undelivered' && { error: { title: 1180 } }),
      });
      const claims = {
        iss: 'Vonage',
        iat: Math.floor(at.getTime() / 1_000),
        payload_hash: createHash('sha256').update(body).digest('hex'),
      };
      const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      const hmac = createHmac('sha256', VONAGE_SECRETS[account]).update(parts.join('.'));
      const authorization = `Bearer ${[...parts, hmac.digest('base64url')].join('.')}`;
      return { headers: { ...JSON_TYPE, authorization }, body };
    },
  },
  telnyx: {
    source: telnyxReceipts({
      publicKey: TELNYX_KEYS.own.publicKey
        .export({ type: 'spki', format: 'der' })
        .subarray(-32)
        .toString('base64'),
    }),
    reason: 'blocked',
    toleranceMs: 300_000,
    signature: 'telnyx-signature-ed25519',
    request({ messageId, outcome }, { account, at }) {
      const statuses = { sent: 'sent', delivered: 'delivered', undelivered: 'delivery_failed' };
      const payload = {
        direction: 'outbound',
        id: messageId,
        to: [{ phone_number: '+14155552671', status: statuses[outcome] }],
        errors: outcome === 'undelivered' ? [{ code: '40002' }] : [],
      };
      const body = JSON.stringify({ data: { event_type: 'message.finalized', payload } });
      const timestamp = String(Math.floor(at.getTime() / 1_000));
      const signed = Buffer.from(`${timestamp}|${body}`);
      const signature = sign(null, signed, TELNYX_KEYS[account].privateKey).toString('base64');
      const headers = { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
      return { headers: { ...JSON_TYPE, ...headers }, body };
    },
  },
  infobip: {
    source: infobipReceipts({ secret: INFOBIP_SECRETS.own }),
    reason: 'invalid_number',
    toleranceMs: null,
    signature: null,
    request({ messageId, outcome }, { account }) {
      const groups = { sent: 'PENDING', delivered: 'DELIVERED', undelivered: 'UNDELIVERABLE' };
      const name = outcome === 'undelivered' ? 'EC_UNKNOWN_SUBSCRIBER' : 'NO_ERROR';
      const status = { groupName: groups[outcome], name: groups[outcome] };
      const callbackData = createHmac('sha256', INFOBIP_SECRETS[account])
        .update(`infobip receipt ${messageId}`)
        .digest('base64url');
      const result = { messageId, to: '14155552671', status, error: { name }, callbackData };
      return { headers: JSON_TYPE, body: JSON.stringify({ results: [result] }) };
    },
  },
  aws: {
    source: awsReceipts({
      topicArn: TOPICS.own,
      fetch: () => Promise.resolve(new Response(SNS_CERTIFICATE)),
    }),
    reason: 'unreachable',
    toleranceMs: 3_600_000,
    signature: 'x-amz-sns-message-type',
    request({ messageId, outcome }, { account, at }) {
      const types = {
        sent: 'TEXT_SENT',
        delivered: 'TEXT_DELIVERED',
        undelivered: 'TEXT_UNREACHABLE',
      };
      const event = {
        eventType: types[outcome],
        messageId,
        destinationPhoneNumber: '+14155552671',
      };
      const fields = {
        Message: JSON.stringify(event),
        MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
        Timestamp: at.toISOString(),
        TopicArn: TOPICS[account],
        Type: 'Notification',
      };
      const signed = Object.entries(fields).map(([field, value]) => `${field}\n${value}\n`);
      const body = JSON.stringify({
        ...fields,
        SignatureVersion: '2',
        Signature: sign('RSA-SHA256', Buffer.from(signed.join('')), SNS_KEY).toString('base64'),
        SigningCertURL: `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'0'.repeat(32)}.pem`,
      });
      const headers = { 'content-type': 'text/plain', 'x-amz-sns-message-type': 'Notification' };
      return { headers, body };
    },
  },
};

const JSON_TYPE = { 'content-type': 'application/json' };
