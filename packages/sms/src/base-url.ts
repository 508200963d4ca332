import { optional, parseUrl, type OptionRule } from '@stepward/core/adapter';

/** The option that all providers have: for their regions, and for mocks. */
export interface BaseUrlOption {
  /** An https URL, without a query; http only for loopback addresses. */
  readonly baseUrl?: string;
}

export const BASE_URL_EXPECTED = 'an https URL without a query, or http on a loopback address';

export const baseUrlRule: OptionRule = optional(BASE_URL_EXPECTED, isBaseUrl);

export function isBaseUrl(value: unknown): boolean {
  return isGuarded(value) && !/[?#]/.test(value as string);
}

/** A path below the base URL, which may have a path of its own. */
export function below(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}

/** Whether a URL is one that secrets may be sent to: https, or http to this machine, for mocks and gateways. */
export function isGuarded(url: unknown): boolean {
  const parsedUrl = typeof url === 'string' ? parseUrl(url) : null;
  if (parsedUrl === null) return false;
  const { protocol, hostname, username, password } = parsedUrl;
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]+){3}|\[::1\])$/;
