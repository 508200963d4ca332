import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../http-types.js';

type Headers = Readonly<Record<string, unknown>>;

/**
 * Every header line on its own, as it was sent, because Node drops or joins duplicate header lines and so hides
 * them. If the host's middleware set, changed or removed a header, its value counts instead.
 */
export function headerLines(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  headers: Headers,
): RequestHead['headers'] {
  const sent = sentLines(rawHeaders);
  const lines: Record<string, readonly string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue;
    const values = [value].flat().map(String);
    const raw = sent[name];
    lines[name] = raw !== undefined && isNodesReading(values, raw) ? raw : values;
  }
  return lines;
}

function sentLines(rawHeaders: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const lines: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    (lines[name] ??= []).push(String(rawHeaders[index + 1]));
  }
  return lines;
}

/** Whether a value is what Node makes of these lines: the first one, all of them joined, or a list. */
function isNodesReading(values: readonly string[], lines: readonly string[]): boolean {
  const value = values.join(', ');
  return value === lines[0] || value === lines.join(', ') || value === lines.join('; ');
}
