import type { Stepward } from '@stepward/core';
import type { PortalContent } from '../../portal/portal-route.js';
import { codeForm, codeOf } from './code-form.js';
import {
  callerOf,
  redirect,
  type SecurityFlow,
  type SecurityOutcome,
  type SecurityRoute,
  type SecurityVisit,
} from './security-flow.js';
import { NOT_ALLOWED, type SecurityRefusal } from './security-refusals.js';

/** Sets text messages up. Opening the page sends nothing. */
export function smsRoute(
  { enrolments }: Pick<Stepward, 'enrolments'>,
  { showOverview, isAllowed, refuse }: SecurityFlow,
): SecurityRoute {
  const smsForm = (visit: SecurityVisit): PortalContent => {
    const { texts } = visit.chosen;
    return codeForm(visit, {
      path: '/security/sms',
      heading: texts.smsHeading,
      above: <p>{texts.smsEnterHint}</p>,
      again: { action: 'send', text: texts.sendAgain },
      phoneNumber: null,
    });
  };
  const sendSms = async (
    visit: SecurityVisit,
    show: (refusal: SecurityRefusal) => Promise<PortalContent | null>,
  ): Promise<SecurityOutcome | null> => {
    if (!(await isAllowed(visit, 'sms')))
      return refuse(visit, NOT_ALLOWED, () => show(NOT_ALLOWED));
    const started = await enrolments.start(callerOf(visit));
    if (started.isErr()) return refuse(visit, started.error, () => show(started.error));
    const values = { phone: started.value.phoneNumberMasked };
    return redirect('/security/sms', { text: 'smsSent', values });
  };
  return {
    path: '/security/sms',
    show: async (visit) => smsForm(visit),
    actions: {
      start: (visit) => sendSms(visit, (refusal) => showOverview(visit, refusal)),
      send: (visit) => sendSms(visit, async () => smsForm(visit)),
      async verify(visit, form) {
        const verified = await enrolments.verify(callerOf(visit), codeOf(form));
        if (verified.isErr()) return refuse(visit, verified.error, async () => smsForm(visit));
        return redirect('/security', { text: 'smsEnrolled' });
      },
    },
  };
}
