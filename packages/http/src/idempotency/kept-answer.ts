import { failureHeaders } from '../errors/failure-headers.js';
import { toProblem, type ProblemDocument } from '../errors/problem.js';
import { Refusal, type Reply } from '../answer.js';

/**
 * A stored response, as JSON. A problem is stored whole, so it is returned unchanged by a later version of the
 * error table; only its `request_id` is that of the new request.
 */
export type KeptAnswer =
  | { readonly type: 'reply'; readonly reply: Reply }
  | {
      readonly type: 'problem';
      readonly problem: Omit<ProblemDocument, 'request_id'>;
      readonly headers: Readonly<Record<string, string>>;
    };

/** A stored response that is returned again. A class, so it cannot be confused with a handler's reply. */
export class Replay {
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    this.answer = answer;
  }
}

/** Whether a response is stored. 401, 429 and 5xx are not, because a retry may succeed. */
export function isKept(status: number): boolean {
  return status !== 401 && status !== 429 && status < 500;
}

/** Returns what to store of a response; null if it is not stored. */
export function toKeptAnswer(answer: Reply | Refusal): KeptAnswer | null {
  if (!(answer instanceof Refusal)) return { type: 'reply', reply: answer };
  const { failure } = answer;
  const problem = toProblem(failure, '');
  if (!isKept(problem.status)) return null;
  return { type: 'problem', problem, headers: failureHeaders(failure) };
}
