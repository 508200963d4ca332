import type { RequestHead } from '../http-types.js';

/**
 * The values of a cookie, each once (RFC 6265 section 5.4); more than one where a page of another
 * subdomain set a cookie of the same name. Empty ones are left out, escapes (`%3A`) and quotation marks
 * are taken away, as Express and Fastify write them.
 */
export function readCookie(headers: RequestHead['headers'], name: string): readonly string[] {
  const values = (headers['cookie'] ?? [])
    .flatMap((line) => line.split(';'))
    .flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals !== -1 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1)] : [];
    })
    .map((value) => unescaped(value.trim().replace(/^"(.*)"$/, '$1')));
  return [...new Set(values)].filter((value) => value !== '');
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
