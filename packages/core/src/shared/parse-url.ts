/**
 * Parses an absolute URL as the WHATWG standard says; null for anything else.
 *
 * Not by `URL.canParse`: in Node 20 it answers false for every URL with a letter such as `ü` once it has been called often
 * enough to be compiled.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether a value is the URL of a place that secrets may be sent to: https, or http on this machine. */
export function isSecureUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? parseUrl(value) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]+){3}|\[::1\])$/;
