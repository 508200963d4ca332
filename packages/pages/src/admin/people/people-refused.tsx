import { answerOf, type Refused } from '../../layout/answer-of.js';
import type { PortalContent, PortalRefusal } from '../../portal/portal-route.js';
import { backToSearch, emptyPage, type PeopleSession, type Visit } from './people-visit.js';

/** Where a session is raised to aal2. */
export type StepUpAddress = (session: PeopleSession) => string | Promise<string>;

/** Why the services refuse, as texts. Null for what does not exist. */
const REFUSALS = {
  assurance_insufficient: 'needsAal2',
  self_refused: 'selfRefused',
  help_invalid: 'refused',
  identity_suspended: 'isSuspended',
  temporary_pass_not_found: 'passNotFound',
  trusted_device_not_found: 'deviceGone',
  sessions_unavailable: 'sessionsLeft',
  identity_not_found: null,
  organisation_not_found: null,
} as const;

/** A refusal of `stepward.people`. */
type PeopleRefused = Refused & { readonly code: keyof typeof REFUSALS };

/** The answer to what a service refused: a page with the reason. Null for a person who does not exist. */
export function refusedWith(
  visit: Visit,
  error: PeopleRefused,
  page: (alert: string) => PortalContent,
): PortalRefusal | null {
  const text = REFUSALS[error.code];
  if (text === null) return null;
  return { type: 'refused', ...answerOf(error), content: page(visit.chosen.texts[text]) };
}

/**
 * The answer where a page itself is refused: the reason and the way back. Who lacks aal2 is offered the way to it, except in
 * the session of a portal link, whose assurance stays what the link was made with.
 *
 * @param stepUpAddress null for a host that offers none
 */
export async function pageRefusedWith(
  visit: Visit,
  error: PeopleRefused,
  stepUpAddress: StepUpAddress | null,
): Promise<PortalRefusal | null> {
  const { session, isPortal, chosen } = visit;
  const back = backToSearch(visit);
  if (error.code !== 'assurance_insufficient' || isPortal || stepUpAddress === null) {
    return refusedWith(visit, error, (alert) => emptyPage(visit, back, alert));
  }
  const { texts } = chosen;
  const alert = [
    texts.stepUpNeeded,
    ' ',
    <a href={await stepUpAddress(session)}>{texts.stepUp}</a>,
  ];
  return refusedWith(visit, error, () => emptyPage(visit, back, alert));
}
