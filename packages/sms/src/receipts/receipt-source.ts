import { createHash, timingSafeEqual } from 'node:crypto';
import type { SmsDeliveryReceipt } from '@stepward/core';

/** A request that claims to come from a provider. */
export interface ReceiptRequest {
  /** The configured address that the provider was given, without a query; never what the Host header says. */
  readonly url: string;
  /** Returns a header that was sent exactly once; null otherwise. */
  readonly header: (name: string) => string | null;
  /** The bytes as they were sent. */
  readonly body: Uint8Array;
  readonly now: Date;
  /** Aborts when the request has to be answered. */
  readonly signal: AbortSignal;
  /** Whether its address is over the limit of refused requests: a source then loads nothing to check it. False by default. */
  readonly isLimited?: boolean;
}

/** A source cannot check a request now. The provider is asked to repeat, and the request counts as refused. */
export class SourceBusy extends Error {}

/** How the receipts of one provider are checked and read. */
export interface ReceiptSource {
  /** The header that every request of the provider has, in lower case, because others need not be read; null for none. */
  readonly signatureHeader: string | null;
  /** The largest body in bytes, 413 above it; 16 384 by default, which is enough for a report about one message. */
  readonly maxBytes?: number;
  /** Returns the receipts in a request; null where it is not certainly the provider's. */
  receive(
    request: ReceiptRequest,
  ): Promise<readonly SmsDeliveryReceipt[] | null> | readonly SmsDeliveryReceipt[] | null;
}

/** Milliseconds that a signed time may lie in the past or the future. */
export const DEFAULT_TOLERANCE_MS = 300_000;

/** Whether a signed time is recent enough; false where it is not a number. */
export function isRecent(atMs: number, now: Date, toleranceMs: number): boolean {
  return Math.abs(now.getTime() - atMs) <= toleranceMs;
}

/** The JSON of a body in UTF-8; undefined where it is none. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
