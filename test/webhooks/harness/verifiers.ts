import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { vi } from 'vitest';
import type { Captured } from './sink.js';

/** Verifies requests with other libraries, without the SDK. */
export type Verifier = (secret: string, request: Captured, now: Date) => boolean;

/** What a person writes who has read the page on signatures, and nothing else. */
function tenLinesOfHmac(secret: string, { headers, body }: Captured): boolean {
  const [time = '', ...signatures] = (headers['x-service-signature'] ?? '').split(',');
  const timestamp = time.replace(/^t=/, '');
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body);
  const isSigned = signatures.includes(`v1=${hmac.digest('hex')}`);
  const { timestamp: told } = JSON.parse(body.toString()) as { readonly timestamp: unknown };
  return isSigned && told === timestamp && headers['x-webhook-timestamp'] === timestamp;
}

/** The libraries tell the age of a delivery by the machine's clock. */
function byLibrary(Library: typeof StandardWebhook | typeof SvixWebhook): Verifier {
  return (secret, { headers, body }, now) => {
    vi.setSystemTime(now);
    try {
      new Library(secret).verify(body.toString(), { ...headers });
      return true;
    } catch {
      return false;
    } finally {
      vi.useRealTimers();
    }
  };
}

export const verifiers: readonly (readonly [string, Verifier])[] = [
  ['ten lines of HMAC, written from the page', tenLinesOfHmac],
  ['the standardwebhooks library', byLibrary(StandardWebhook)],
  ['the svix library', byLibrary(SvixWebhook)],
];
