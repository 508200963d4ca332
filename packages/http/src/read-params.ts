import { isId } from './id.js';
import { refuse, type Refusal } from './refusal.js';

/**
 * The parameters of a path, percent-decoded once (RFC 3986 section 2.4), so that `%252F` stays `%2F`;
 * `path_invalid` where the encoding is broken or the text can be no id.
 */
export function readParams(
  rawParams: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | Refusal {
  const params: Record<string, string> = {};
  for (const [name, raw] of Object.entries(rawParams)) {
    const value = decode(raw);
    if (!isId(value)) return refuse({ code: 'path_invalid' });
    params[name] = value;
  }
  return params;
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
