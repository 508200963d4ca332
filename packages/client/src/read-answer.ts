import type { CallFailure } from './client-types.js';
import { SUCCESSES } from './generated/successes.js';

/** A `Result`, before it has the types of its operation. */
export type Answer =
  | { readonly status: number; readonly data: unknown }
  | { readonly error: CallFailure | Refused };

/** A problem with all that the service wrote into it. */
type Refused = Head & { readonly reason: string };

/** What is read of an answer beside its body. */
interface Head {
  readonly status: number;
  readonly retryAfterMs: number | null;
}

/**
 * Tells what an answer is: a success that the operation has, a problem, or something else that stands at that address.
 *
 * @param operation as in `SUCCESSES`.
 * @param body the JSON value, or the text where it is none.
 */
export function readAnswer(operation: string, response: Response, body: unknown): Answer {
  const { status } = response;
  if (status >= 400 && isProblem(body)) return { error: { ...body, ...headOf(response) } };
  const constants = SUCCESSES[operation]?.[status];
  if (constants !== undefined && holds(constants, body)) return { status, data: body };
  return unreadable(response);
}

/** An answer that is not one of the API. */
export function unreadable(response: Response): { readonly error: CallFailure } {
  return { error: { reason: 'answer_unreadable', ...headOf(response) } };
}

function headOf({ status, headers }: Response): Head {
  const seconds = headers.get('retry-after');
  const isNumber = seconds !== null && /^[0-9]{1,9}$/.test(seconds);
  return { status, retryAfterMs: isNumber ? Number(seconds) * 1000 : null };
}

function isProblem(body: unknown): body is { readonly reason: string } {
  if (!isRecord(body)) return false;
  const { code, reason } = body;
  return typeof code === 'string' && typeof reason === 'string' && /^[a-z_]{1,64}$/.test(reason);
}

/**
 * Whether a value has the objects and constants that every success has. So a proxy that answers 200 to everything does not
 * verify a code.
 */
function holds(expected: unknown, value: unknown): boolean {
  if (!isRecord(expected)) return value === expected;
  return (
    isRecord(value) && Object.entries(expected).every(([name, each]) => holds(each, value[name]))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
