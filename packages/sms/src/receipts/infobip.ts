import type { SmsDeliveryReceipt } from '@stepward/core';
import { checkOptions, required } from '@stepward/core/adapter';
import { INFOBIP_CODES } from '../provider/infobip-codes.js';
import {
  infobipProof,
  isInfobipProof,
  isReceiptsSecret,
  RECEIPTS_SECRET_EXPECTED,
} from '../provider/infobip-proof.js';
import { at, lookUp } from '../provider/unchecked.js';
import { readStatus, type FailureTable, type StatusTable } from './read-status.js';
import { jsonOf, sameText, type ReceiptSource } from './receipt-source.js';

/**
 * By the name of a group of statuses
 * (https://www.infobip.com/docs/developer-resources/api-fundamentals/message-status-codes); `PENDING` tells nothing yet.
 * Two statuses mean something else than their group.
 */
const STATUSES: StatusTable = {
  DELIVERED: 'delivered',
  DELIVERED_TO_OPERATOR: 'sent',
  EXPIRED_DLR_UNKNOWN: 'sent', // the operator's report could not be read: it may have arrived
  UNDELIVERABLE: 'undelivered',
  EXPIRED: 'undelivered',
  REJECTED: 'failed',
};

/** By the name of an error or of a status. */
const FAILURES: FailureTable = {
  ...INFOBIP_CODES,
  EC_UNKNOWN_SUBSCRIBER: 'invalid_number',
  EC_UNIDENTIFIED_SUBSCRIBER: 'invalid_number',
  EC_ABSENT_SUBSCRIBER: 'unreachable',
  EC_ABSENT_SUBSCRIBER_SM: 'unreachable',
  EC_CALL_BARRED: 'blocked',
  EXPIRED_EXPIRED: 'expired',
};

/** Reads a delivery report, which can report hundreds of messages. */
export function readInfobipReceipts(json: unknown): readonly SmsDeliveryReceipt[] {
  const results = at(json, 'results');
  return Array.isArray(results) ? results.flatMap(readResult) : [];
}

function readResult(result: unknown): readonly SmsDeliveryReceipt[] {
  const name = at(result, 'status', 'name');
  const report = {
    messageId: at(result, 'messageId'),
    status: lookUp(STATUSES, name) === undefined ? at(result, 'status', 'groupName') : name,
    code: codeOf(name, at(result, 'error', 'name')),
  };
  return readStatus(report, STATUSES, FAILURES);
}

/** The error, which tells more than the status; the status where the table knows only that. */
function codeOf(name: unknown, error: unknown): unknown {
  if (typeof error !== 'string' || error === 'NO_ERROR') return name;
  return [error, name].find((code) => lookUp(FAILURES, code) !== undefined) ?? error;
}

export interface InfobipReceiptsOptions {
  /** The `receiptsSecret` of `createInfobipSender`: 32 to 200 characters. */
  readonly secret: string;
}

/**
 * The receipts of Infobip's SMS API v3. Infobip signs nothing, so each message carries a proof that is made of its id and a
 * secret, and its report brings that back. A report without it is ignored; a request without any such report is refused.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const source = infobipReceipts({ secret: 'f3b1c5e0a9d84c7e8b2f6d1a0c9e7b54' });
 */
export function infobipReceipts(options: InfobipReceiptsOptions): ReceiptSource {
  checkOptions('infobipReceipts', options, {
    secret: required(RECEIPTS_SECRET_EXPECTED, isReceiptsSecret),
  });
  const { secret } = options;

  function isProven(result: unknown): boolean {
    const [messageId, proof] = [at(result, 'messageId'), at(result, 'callbackData')];
    // Checked before it is hashed: a forged report may hold thousands of results.
    if (typeof messageId !== 'string' || !isInfobipProof(proof)) return false;
    return sameText(proof, infobipProof(secret, messageId));
  }

  return {
    signatureHeader: null,
    maxBytes: 262_144, // reports hundreds of messages in one
    receive(request) {
      const results = at(jsonOf(request.body), 'results');
      const proven = Array.isArray(results) ? results.filter(isProven) : [];
      return proven.length === 0 ? null : readInfobipReceipts({ results: proven });
    },
  };
}
