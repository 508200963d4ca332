import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { SmsDeliveryReceipt } from '@stepward/core';
import { checkOptions, required } from '@stepward/core/adapter';
import { TELNYX_CODES } from '../provider/telnyx-codes.js';
import { at } from '../provider/unchecked.js';
import { readStatus, type FailureTable, type StatusTable } from './read-status.js';
import { DEFAULT_TOLERANCE_MS, isRecent, jsonOf, type ReceiptSource } from './receipt-source.js';

export interface TelnyxSigned {
  /** The account's public key, as the portal shows it: 32 bytes in base64. */
  readonly publicKey: string;
  /** The bytes as they were sent. */
  readonly body: Uint8Array;
  /** The header `telnyx-timestamp`: seconds since 1970. */
  readonly timestamp: string;
  /** The header `telnyx-signature-ed25519`, in base64. */
  readonly signature: string;
  readonly now: Date;
  /** Milliseconds that the timestamp may be away from now; default 300 000. */
  readonly toleranceMs?: number;
}

/**
 * Checks Telnyx's signature: Ed25519 (RFC 8032) over the timestamp, a bar and the body. False where the timestamp is too
 * old or the public key is none.
 *
 * @example
 * const isGenuine = verifyTelnyxSignature({
 *   publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
 *   body: new TextEncoder().encode('{"data":{}}'),
 *   timestamp: '1796040000',
 *   signature: 'the header telnyx-signature-ed25519',
 *   now: new Date(),
 * });
 */
export function verifyTelnyxSignature({
  publicKey,
  body,
  timestamp,
  signature,
  now,
  toleranceMs = DEFAULT_TOLERANCE_MS,
}: TelnyxSigned): boolean {
  const key = ed25519Key(publicKey);
  if (key === null || !/^\d{1,12}$/.test(timestamp)) return false;
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  return (
    isRecent(Number(timestamp) * 1_000, now, toleranceMs) &&
    verify(null, signed, key, Buffer.from(signature, 'base64'))
  );
}

/** What stands before the 32 bytes of a key in a SubjectPublicKeyInfo (RFC 8410). */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function ed25519Key(publicKey: unknown): KeyObject | null {
  const bytes = typeof publicKey === 'string' ? Buffer.from(publicKey, 'base64') : PREFIX;
  if (bytes.byteLength !== 32) return null;
  return createPublicKey({ key: Buffer.concat([PREFIX, bytes]), format: 'der', type: 'spki' });
}

/** https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks. */
const STATUSES: StatusTable = {
  sent: 'sent',
  delivered: 'delivered',
  delivery_unconfirmed: 'sent', // final, but the carrier confirms nothing
  delivery_failed: 'undelivered',
  expired: 'undelivered',
  sending_failed: 'failed',
};

const FAILURES: FailureTable = { ...TELNYX_CODES, 40005: 'expired' };

/** Reads an event; an empty list where it tells nothing yet, and for a message that came in. */
export function readTelnyxReceipts(json: unknown): readonly SmsDeliveryReceipt[] {
  const message = at(json, 'data', 'payload');
  if (at(message, 'direction') !== 'outbound') return [];
  const report = {
    messageId: at(message, 'id'),
    status: at(message, 'to', 0, 'status'),
    code: at(message, 'errors', 0, 'code'),
  };
  return readStatus(report, STATUSES, FAILURES);
}

/**
 * The receipts of Telnyx's Messaging API v2.
 *
 * @param options `publicKey`: of the account, as the portal shows it
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const source = telnyxReceipts({ publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' });
 */
export function telnyxReceipts(options: Pick<TelnyxSigned, 'publicKey'>): ReceiptSource {
  checkOptions('telnyxReceipts', options, {
    publicKey: required('an Ed25519 public key, 32 bytes in base64', (key) => !!ed25519Key(key)),
  });
  const { publicKey } = options;
  return {
    signatureHeader: 'telnyx-signature-ed25519',
    receive({ header, body, now }) {
      const timestamp = header('telnyx-timestamp') ?? '';
      const signature = header('telnyx-signature-ed25519') ?? '';
      return verifyTelnyxSignature({ publicKey, body, timestamp, signature, now })
        ? readTelnyxReceipts(jsonOf(body))
        : null;
    },
  };
}
