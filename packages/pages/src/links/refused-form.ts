import type { Logger } from '@stepward/core';
import { answerOf } from '../layout/answer-of.js';
import type { FormRefused } from './read-form.js';

/** Why a form is not accepted, with what the host needs to find the cause. */
export type RefusedForm =
  /** The browser names another origin than that of `publicUrl`, or over plain http none. */
  | {
      readonly reason: 'origin';
      readonly expected: string;
      /** The headers `Origin` and `Sec-Fetch-Site`. */
      readonly origin: readonly string[];
      readonly site: readonly string[];
    }
  /** The session has other values than when the form was shown. */
  | { readonly reason: 'session_changed'; readonly changed: readonly string[] }
  /**
   * `token`: the field `csrf` is missing or invalid. `expired`: the form was open for too long. `action`: the field `do`
   * names nothing that the page does. The others are about the body.
   */
  | { readonly reason: 'token' | 'expired' | 'action' | FormRefused['code'] };

/** The status and headers: for a body that cannot be read those of the HTTP API. */
export function answerToRefused({ reason }: RefusedForm): ReturnType<typeof answerOf> {
  switch (reason) {
    case 'origin':
    case 'session_changed':
    case 'token':
    case 'expired':
    case 'action':
      return { status: 403, headers: {} };
    case 'body_too_large':
    case 'body_incomplete':
    case 'body_timed_out':
    case 'media_type_unsupported':
      return answerOf({ code: reason });
  }
}

/** The beginning of a header that is logged: browsers send far less. */
const MAX_LOGGED = 255;

/**
 * Returns a function that logs refused forms: each at `debug`, and the first for each reason as a warning, since a
 * host that is set up wrongly refuses them all.
 *
 * @param page the path of the page, which names it in the log
 */
export function createRefusedFormLog(
  page: string,
  logger: Pick<Logger, 'debug' | 'warn'>,
): (refused: RefusedForm) => void {
  const warned = new Set<RefusedForm['reason']>();
  return (refused) => {
    const level = warned.has(refused.reason) ? 'debug' : 'warn';
    warned.add(refused.reason);
    logger[level]({ page, ...shortened(refused) }, 'a form was refused');
  };
}

function shortened(refused: RefusedForm): RefusedForm {
  if (refused.reason !== 'origin') return refused;
  const short = (values: readonly string[]) => values.map((value) => value.slice(0, MAX_LOGGED));
  return { ...refused, origin: short(refused.origin), site: short(refused.site) };
}
