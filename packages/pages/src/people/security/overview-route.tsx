import type { Stepward } from '@stepward/core';
import type { PortalContent } from '../../portal/portal-route.js';
import {
  callerOf,
  type SecurityFlow,
  type SecurityRoute,
  type SecurityVisit,
} from './security-flow.js';

/** The first page, which makes recovery codes as well. */
export function overviewRoute(
  { recoveryCodes }: Pick<Stepward, 'recoveryCodes'>,
  { showOverview, refuse }: SecurityFlow,
): SecurityRoute {
  return {
    path: '/security',
    show: (visit) => showOverview(visit, null),
    actions: {
      async make_codes(visit) {
        const made = await recoveryCodes.generate(callerOf(visit));
        if (made.isErr()) return refuse(visit, made.error, () => showOverview(visit, made.error));
        return { type: 'show_once', content: shownCodes(visit, made.value.codes) };
      },
    },
  };
}

/** New recovery codes. They are shown only once. */
function shownCodes(visit: SecurityVisit, codes: readonly string[]): PortalContent {
  const { texts } = visit.chosen;
  return {
    title: texts.recoveryMadeHeading,
    back: null,
    alert: null,
    body: (
      <>
        <p>{texts.recoveryKeep}</p>
        <pre dir="ltr">{codes.join('\n')}</pre>
        <p>
          <a href={visit.href('/security')}>{texts.recoveryDone}</a>
        </p>
      </>
    ),
  };
}
