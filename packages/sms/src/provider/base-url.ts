import { isSecureUrl, optional, type OptionRule } from '@stepward/core/adapter';

/** The option that all providers have: for their regions, and for mocks. */
export interface BaseUrlOption {
  /** An https URL, without a query; http only for loopback addresses. */
  readonly baseUrl?: string;
}

export const BASE_URL_EXPECTED = 'an https URL without a query, or http on a loopback address';

export const baseUrlRule: OptionRule = optional(BASE_URL_EXPECTED, isBaseUrl);

export function isBaseUrl(value: unknown): boolean {
  return isSecureUrl(value) && !/[?#]/.test(value);
}

/** A path below the base URL, which may have a path itself. */
export function below(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
