import type { AccountCaller, Result, Stepward } from '@stepward/core';
import { PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import {
  backOf,
  callerOf,
  redirect,
  type SecurityFlow,
  type SecurityRoute,
  type SecurityVisit,
} from './security-flow.js';
import type { SecurityRefusal } from './security-refusals.js';
import type { SecurityTextName } from './security-texts.js';

/** Removes a factor or the phone number, after a question. */
export function removeRoute(
  services: RemovingServices,
  { showOverview, refuse }: SecurityFlow,
): SecurityRoute {
  return {
    path: '/security/remove/:what',
    show: async (visit) => {
      const what = removableOf(visit);
      return what === null ? null : removeForm(visit, what);
    },
    actions: {
      async remove(visit) {
        const what = removableOf(visit);
        if (what === null) return null;
        const { remove, notice } = REMOVALS[what];
        const removed = await remove(services, callerOf(visit));
        if (removed.isErr())
          return refuse(visit, removed.error, () => showOverview(visit, removed.error));
        return redirect('/security', { text: notice });
      },
    },
  };
}

/** What can be removed on the page. */
type Removable = 'sms' | 'totp' | 'phone';

/** Asks whether something is to be removed. */
function removeForm(visit: SecurityVisit, what: Removable): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  return {
    title: texts[REMOVALS[what].question],
    back: backOf(visit),
    alert: null,
    body: (
      <>
        <p>{what === 'phone' ? texts.phoneRemoveHint : texts.removeHint}</p>
        <PortalForm action={href(`/security/remove/${what}`)} csrf={csrf}>
          <button class="danger" name="do" value="remove">
            {texts.remove}
          </button>
        </PortalForm>
      </>
    ),
  };
}

type RemovingServices = Pick<Stepward, 'enrolments' | 'totp' | 'phones'>;

interface Removal {
  readonly remove: (
    services: RemovingServices,
    caller: AccountCaller,
  ) => Promise<Result<unknown, SecurityRefusal>>;
  readonly question: SecurityTextName;
  readonly notice: SecurityTextName;
}

const REMOVALS: Readonly<Record<Removable, Removal>> = {
  sms: {
    remove: ({ enrolments }, caller) => enrolments.remove(caller),
    question: 'smsRemoveHeading',
    notice: 'smsRemoved',
  },
  totp: {
    remove: ({ totp }, caller) => totp.remove(caller),
    question: 'totpRemoveHeading',
    notice: 'totpRemoved',
  },
  phone: {
    remove: ({ phones }, caller) => phones.remove(caller),
    question: 'phoneRemoveHeading',
    notice: 'phoneRemoved',
  },
};

function removableOf({ params }: SecurityVisit): Removable | null {
  const { what = '' } = params;
  return what === 'sms' || what === 'totp' || what === 'phone' ? what : null;
}
