import type { Logger } from '@stepward/core';
import { describeError } from './describe-error.js';
import { renderProblemJson, type RenderProblem } from './problem.js';

/** Wraps a host's renderer: if it throws, the problem is sent in the default format. */
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
