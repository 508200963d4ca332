import { answerOf } from '../../layout/answer-of.js';
import { fillText, formatWait } from '../../layout/fill-text.js';
import type { PortalAction, PortalOutcome, PortalRoute } from '../../portal/portal-route.js';
import type { SectionAction, SectionOutcome, SectionRoute } from '../factors/section.js';
import type { SecuritySession } from '../security-session.js';
import {
  overview,
  type SecurityServices,
  type SecurityVisit,
  type StepUpAddress,
} from './overview.js';
import { SECTIONS, type SectionServices, type SectionsTexts } from './security-sections.js';
import type { SecurityTexts } from './security-texts.js';

type Route = PortalRoute<SecuritySession, SecurityTexts, SecurityServices>;
type Action = PortalAction<SecuritySession, SecurityTexts, SecurityServices>;

/** The services that the page calls. */
export const SECURITY_SERVICES: readonly SecurityServices[] = [
  ...new Set<SecurityServices>([
    'accounts',
    'identities',
    ...SECTIONS.flatMap(({ services }) => services),
  ]),
];

/** The first page, and those of its sections. */
export function securityRoutes(stepUpAddress: StepUpAddress): readonly Route[] {
  const actions = Object.assign({}, ...SECTIONS.map((section) => section.actions)) as Actions;
  return [
    {
      path: '/security',
      show: (visit) => overview(visit, stepUpAddress, false),
      actions: portalActions(actions, stepUpAddress),
    },
    ...SECTIONS.flatMap(({ routes }) => routes.map((route) => portalRoute(route, stepUpAddress))),
  ];
}

type Actions = Readonly<Record<string, SectionAction<SectionsTexts, SectionServices>>>;

function portalRoute(
  { path, show, actions }: SectionRoute<SectionsTexts, SectionServices>,
  stepUpAddress: StepUpAddress,
): Route {
  return {
    path,
    show: async (visit) => show(visit),
    actions: portalActions(actions, stepUpAddress),
  };
}

function portalActions(
  actions: Actions,
  stepUpAddress: StepUpAddress,
): Readonly<Record<string, Action>> {
  const entries = Object.entries(actions).map(([name, act]): [string, Action] => [
    name,
    async (visit, form) => answer(visit, await act(visit, form), stepUpAddress),
  ]);
  return Object.fromEntries(entries);
}

/** A refusal is the page again with the reason; for the session's assurance the first one, with the way to raise it. */
async function answer(
  visit: SecurityVisit,
  outcome: SectionOutcome<SectionsTexts>,
  stepUpAddress: StepUpAddress,
): Promise<PortalOutcome<SecurityTexts> | null> {
  if (outcome.type !== 'refused') return outcome;
  const { refusal, text } = outcome;
  const isAssurance = refusal.code === 'assurance_insufficient';
  const again = isAssurance ? null : outcome.content;
  const content = again ?? (await overview(visit, stepUpAddress, isAssurance));
  if (content === null) return null;
  const { status, headers } = answerOf(refusal);
  const time = formatWait(refusal.retryAfterMs ?? 0);
  const alert = fillText(visit.chosen.texts[text], { time });
  // 401 is for credentials in a header.
  return {
    type: 'refused',
    status: status === 401 ? 403 : status,
    headers,
    content: { ...content, alert },
  };
}
