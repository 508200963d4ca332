import { failureHeaders } from '../failure-headers.js';
import { toProblem, type ProblemDocument } from '../problem.js';
import { Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';

/**
 * An answer as it is kept, as JSON. A problem is kept whole, so that a later version of the error table
 * gives it again as it was; its `request_id` alone is that of the request which is answered.
 */
export type KeptAnswer =
  | { readonly type: 'reply'; readonly reply: Reply }
  | {
      readonly type: 'problem';
      readonly problem: Omit<ProblemDocument, 'request_id'>;
      readonly headers: Readonly<Record<string, string>>;
    };

/** An earlier answer that is given again. A class, so that no reply of a handler is mistaken for one. */
export class Replay {
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    this.answer = answer;
  }
}

/** Whether an answer is kept: not after 401, 429 and 5xx, when trying again is worth while. */
export function isKept(status: number): boolean {
  return status !== 401 && status !== 429 && status < 500;
}

/** What to keep of an answer; null where it is not kept. */
export function toKeptAnswer(answer: Reply | Refusal): KeptAnswer | null {
  if (!(answer instanceof Refusal)) return { type: 'reply', reply: answer };
  const { failure } = answer;
  const problem = toProblem(failure, '');
  if (!isKept(problem.status)) return null;
  return { type: 'problem', problem, headers: failureHeaders(failure) };
}
