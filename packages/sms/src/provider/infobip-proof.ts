import { createHmac } from 'node:crypto';

/** A secret that proofs are made with. */
export const RECEIPTS_SECRET_EXPECTED = 'a secret of 32 to 200 characters';

export function isReceiptsSecret(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 32 && value.length <= 200;
}

/** What a message carries as its `callbackData`, and its delivery report brings back: only who knows the secret can make it. */
export function infobipProof(secret: string, messageId: string): string {
  return createHmac('sha256', secret).update(`infobip receipt ${messageId}`).digest('base64url');
}

/** Whether a value may be a proof: 43 characters. */
export function isInfobipProof(value: unknown): value is string {
  return typeof value === 'string' && value.length === 43;
}
