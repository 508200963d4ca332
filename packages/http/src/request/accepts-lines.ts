import type { RequestHead } from '../http-types.js';

/** The media type of lines of JSON. */
export const LINES_MEDIA_TYPE = 'application/x-ndjson';

/**
 * Whether a request asks for lines: its `Accept` names their media type, and does not prefer `application/json` (RFC 9110
 * section 12.5.1). Wildcards mean JSON.
 */
export function acceptsLines(headers: RequestHead['headers']): boolean {
  const ranges = (headers['accept'] ?? []).flatMap((line) => line.split(',')).map(readRange);
  const weightOf = (type: string): number =>
    ranges.find((range) => range.type === type)?.weight ?? 0;
  const weight = weightOf(LINES_MEDIA_TYPE);
  return weight > 0 && weight >= weightOf('application/json');
}

/** One range of `Accept`: `application/json;q=0.5`. */
function readRange(range: string): { readonly type: string; readonly weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return { type, weight: weight === undefined ? 1 : Number(weight) };
}
