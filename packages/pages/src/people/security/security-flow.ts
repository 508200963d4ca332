import type { AccountCaller, FactorName, Stepward } from '@stepward/core';
import type { KeptFactor } from '@stepward/core/factors';
import { answerOf } from '../../layout/answer-of.js';
import { fillText, formatWait } from '../../layout/fill-text.js';
import type {
  PortalContent,
  PortalNotice,
  PortalOutcome,
  PortalRoute,
  PortalVisit,
} from '../../portal/portal-route.js';
import { overview } from './overview.js';
import { SECURITY_REFUSALS, type SecurityRefusal } from './security-refusals.js';
import type { SecuritySession } from './security-session.js';
import type { SecurityTexts } from './security-texts.js';
import { securityView, type SecurityView } from './security-view.js';

export type SecurityVisit = PortalVisit<SecuritySession, SecurityTexts>;
export type SecurityOutcome = PortalOutcome<SecurityTexts>;
export type SecurityRoute = PortalRoute<SecuritySession, SecurityTexts>;

/** Where a session is raised to aal2; `factor` is one that the person has, null for none of Stepward's. */
export type StepUpAddress = (
  session: SecuritySession,
  factor: KeptFactor | null,
) => string | Promise<string>;

/** What the routes of the page share. */
export interface SecurityFlow {
  /** The first page, and after a refusal for the session's assurance the way to raise it; null for an unknown person. */
  readonly showOverview: (
    visit: SecurityVisit,
    refusal: SecurityRefusal | null,
  ) => Promise<PortalContent | null>;
  /** Whether the policy that holds for the session allows a factor. The services know no organisation here. */
  readonly isAllowed: (visit: SecurityVisit, factor: FactorName) => Promise<boolean>;
  /** A page again with the reason; for the session's assurance the first one, which has the way to raise it. */
  readonly refuse: (
    visit: SecurityVisit,
    refusal: SecurityRefusal,
    show: () => Promise<PortalContent | null>,
  ) => Promise<SecurityOutcome | null>;
}

export function createSecurityFlow(
  stepward: Pick<Stepward, 'enrolments' | 'identities' | 'tenants' | 'policies'>,
  stepUpAddress: StepUpAddress,
): SecurityFlow {
  /** Null where the person is not there any more. */
  async function viewOf({ session }: SecurityVisit): Promise<SecurityView | null> {
    const { tenantId, identityId, organisationId, assurance } = session;
    const identity = await stepward.identities.find(tenantId, identityId);
    const status = await stepward.enrolments.status(session);
    const policy = await stepward.policies.get(tenantId, organisationId);
    if (identity === null || status.isErr() || policy.isErr()) return null;
    const { sms } = await stepward.tenants.find(tenantId);
    const isSmsOn = sms.enabled && sms.mfaEnabled;
    return securityView({
      identity,
      status: status.value,
      policy: policy.value,
      isSmsOn,
      assurance,
    });
  }

  async function showOverview(
    visit: SecurityVisit,
    refusal: SecurityRefusal | null,
  ): Promise<PortalContent | null> {
    const view = await viewOf(visit);
    if (view === null) return null;
    const isNeeded = view.needsStepUp || refusal?.code === 'assurance_insufficient';
    const enrolled = view.factors.find(({ isEnrolled }) => isEnrolled);
    const address = isNeeded ? await stepUpAddress(visit.session, enrolled?.factor ?? null) : null;
    return overview(visit, view, address);
  }

  async function refuse(
    visit: SecurityVisit,
    refusal: SecurityRefusal,
    show: () => Promise<PortalContent | null>,
  ): Promise<SecurityOutcome | null> {
    const isAssurance = refusal.code === 'assurance_insufficient';
    const content = await (isAssurance ? showOverview(visit, refusal) : show());
    if (content === null) return null;
    const { status, headers } = answerOf(refusal);
    const waitMs = 'retryAfterMs' in refusal ? refusal.retryAfterMs : 0;
    const text = visit.chosen.texts[SECURITY_REFUSALS[refusal.code]];
    const alert = fillText(text, { time: formatWait(waitMs) });
    // 401 is for credentials in a header.
    return {
      type: 'refused',
      status: status === 401 ? 403 : status,
      headers,
      content: { ...content, alert },
    };
  }

  async function isAllowed({ session }: SecurityVisit, factor: FactorName): Promise<boolean> {
    const policy = await stepward.policies.get(session.tenantId, session.organisationId);
    return policy.isOk() && policy.value.allowedFactors.includes(factor);
  }

  return { showOverview, isAllowed, refuse };
}

export function callerOf({ session, clientAddress }: SecurityVisit): AccountCaller {
  const { tenantId, identityId, assurance } = session;
  return { tenantId, identityId, assurance, clientAddress };
}

export function redirect(path: string, notice: PortalNotice<SecurityTexts>): SecurityOutcome {
  return { type: 'redirect', path, notice };
}

/** The way back to the first page. */
export function backOf({ chosen, href }: SecurityVisit): PortalContent['back'] {
  return { address: href('/security'), text: chosen.texts.heading };
}
