import { createHash, createHmac } from 'node:crypto';
import type { SmsDeliveryReceipt } from '@stepward/core';
import { checkOptions, isText, required } from '@stepward/core/adapter';
import { at } from '../provider/unchecked.js';
import { VONAGE_CODES } from '../provider/vonage-codes.js';
import { readStatus, type FailureTable, type StatusTable } from './read-status.js';
import {
  DEFAULT_TOLERANCE_MS,
  isRecent,
  jsonOf,
  sameText,
  type ReceiptSource,
} from './receipt-source.js';

export interface VonageSigned {
  /** Of the account's settings; not the API secret. */
  readonly signatureSecret: string;
  /** The header `Authorization`. */
  readonly authorization: string;
  /** The bytes as they were sent. */
  readonly body: Uint8Array;
  readonly now: Date;
  /** Milliseconds that the token's `iat` may be away from now; default 300 000. */
  readonly toleranceMs?: number;
}

/**
 * Checks the token of a webhook of Vonage's Messages API: a JWT (RFC 7519) with HS256, issued recently by Vonage, whose
 * `payload_hash` is the SHA-256 of the body. Any other algorithm is refused.
 *
 * @example
 * const isGenuine = verifyVonageSignature({
 *   signatureSecret: 'the signature secret of the account',
 *   authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
 *   body: new TextEncoder().encode('{"status":"delivered"}'),
 *   now: new Date(),
 * });
 */
export function verifyVonageSignature({
  signatureSecret,
  authorization,
  body,
  now,
  toleranceMs = DEFAULT_TOLERANCE_MS,
}: VonageSigned): boolean {
  const [, header = '', claims = '', signature = ''] = BEARER.exec(authorization) ?? [];
  const hmac = createHmac('sha256', signatureSecret).update(`${header}.${claims}`);
  if (!sameText(hmac.digest('base64url'), signature)) return false;
  const payload = jsonOf(Buffer.from(claims, 'base64url'));
  const issuedAt = at(payload, 'iat');
  return (
    at(jsonOf(Buffer.from(header, 'base64url')), 'alg') === 'HS256' &&
    at(payload, 'iss') === 'Vonage' &&
    at(payload, 'payload_hash') === createHash('sha256').update(body).digest('hex') &&
    typeof issuedAt === 'number' &&
    isRecent(issuedAt * 1_000, now, toleranceMs)
  );
}

const BEARER = /^Bearer +([\w-]+)\.([\w-]+)\.([\w-]+)$/i;

/** https://developer.vonage.com/en/messages/concepts/messages-status-callbacks. */
const STATUSES: StatusTable = {
  submitted: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undeliverable: 'undelivered',
  rejected: 'failed',
};

const FAILURES: FailureTable = {
  ...VONAGE_CODES,
  1180: 'unreachable',
  1190: 'unreachable',
  1220: 'unreachable',
};

/** Reads a status webhook; an empty list where it tells nothing yet. */
export function readVonageReceipts(json: unknown): readonly SmsDeliveryReceipt[] {
  const report = {
    messageId: at(json, 'message_uuid'),
    status: at(json, 'status'),
    code: at(json, 'error', 'title'),
  };
  return readStatus(report, STATUSES, FAILURES);
}

/**
 * The receipts of Vonage's Messages API.
 *
 * @param options `signatureSecret`: of the account's settings; not the API secret
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const source = vonageReceipts({ signatureSecret: 'the signature secret of the account' });
 */
export function vonageReceipts(options: Pick<VonageSigned, 'signatureSecret'>): ReceiptSource {
  checkOptions('vonageReceipts', options, {
    signatureSecret: required('the signature secret of the account', isText),
  });
  const { signatureSecret } = options;
  return {
    signatureHeader: 'authorization',
    receive({ header, body, now }) {
      const authorization = header('authorization') ?? '';
      return verifyVonageSignature({ signatureSecret, authorization, body, now })
        ? readVonageReceipts(jsonOf(body))
        : null;
    },
  };
}
