import type { Logger } from '@stepward/core';
import { describeError } from './describe-error.js';
import { renderProblemJson, type RenderProblem } from './problem.js';

/** A host's renderer that cannot lose an answer: where it throws, the problem goes out in the default shape. */
export function failSafeRenderer(render: RenderProblem, logger: Logger): RenderProblem {
  return (problem) => {
    try {
      return render(problem);
    } catch (thrown) {
      const error = describeError(thrown);
      logger.error({ requestId: problem.request_id, error }, 'a problem could not be rendered');
      return renderProblemJson(problem);
    }
  };
}
