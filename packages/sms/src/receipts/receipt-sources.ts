import type { SmsReceiptAddresses } from '@stepward/core';
import { checkOptions, hasMethods, isFunction, isObject, required } from '@stepward/core/adapter';
import { BASE_URL_EXPECTED, below, isBaseUrl } from '../provider/base-url.js';
import type { ReceiptSource } from './receipt-source.js';

export interface ReceiptSourcesOptions {
  /**
   * The public URL of the path that `smsReceipts` is mounted below, for example `https://id.example.com/identity`, or a
   * function that returns it, where it is known only once the server listens. https; http only for loopback addresses.
   */
  readonly publicUrl: string | (() => string);
  /** How the receipts of each provider are checked, by the name of its sender: `{ twilio: twilioReceipts({ … }) }`. */
  readonly sources: Readonly<Record<string, ReceiptSource>>;
}

/** The providers that may send receipts; the option `smsReceipts` of `createStepward`. */
export interface ReceiptSources extends SmsReceiptAddresses {
  /** Returns the source of a provider; null where its receipts are not taken. */
  find(provider: string): ReceiptSource | null;
}

/** The name of a provider is part of its address. */
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Says which providers may send receipts, and where: at `/sms/receipts/{provider}` below the public URL. Signatures are checked
 * over that address, never over what the `Host` header says.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const receipts = receiptSources({
 *   publicUrl: 'https://id.example.com',
 *   sources: { twilio: twilioReceipts({ authToken: 'a token of the account' }) },
 * });
 */
export function receiptSources(options: ReceiptSourcesOptions): ReceiptSources {
  checkOptions('receiptSources', options, {
    publicUrl: required(
      `${BASE_URL_EXPECTED}; or a function that returns one`,
      (value) => isFunction(value) || isBaseUrl(value),
    ),
    sources: required('an object, for example { twilio: twilioReceipts({ … }) }', areSources),
  });
  const { publicUrl, sources } = options;
  const find = (provider: string): ReceiptSource | null =>
    Object.hasOwn(sources, provider) ? (sources[provider] ?? null) : null;

  return {
    find,
    addressOf(provider) {
      if (find(provider) === null) return null;
      const base = typeof publicUrl === 'string' ? publicUrl : publicUrl();
      return below(base, `/sms/receipts/${provider}`);
    },
  };
}

function areSources(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value as object).every(([name, source]) => NAME.test(name) && isSource(source))
  );
}

const isSource = hasMethods('receive');
