import type { FactorName } from '@stepward/core';
import { isFactorName } from '@stepward/core/factors';
import type { PortalContent, PortalVisit } from '../../portal/portal-route.js';
import { FACTORS } from '../factors/factors.js';
import { FACTORS_CHANGED, type PartProps } from '../factors/section.js';
import type { PageFactorName, SecurityView } from '../factors/security-facts.js';
import type { SecuritySession } from '../security-session.js';
import { DevicesPart, type DevicesProps } from './devices.js';
import { phoneSection } from './phone.js';
import type { SectionServices } from './security-sections.js';
import type { SecurityTexts } from './security-texts.js';
import { securityView } from './security-view.js';
import { listSessions, SessionsOffer, SessionsPart, type SessionsProps } from './sessions.js';

/** The services that the page calls. */
export type SecurityServices = SectionServices | 'accounts' | 'identities';

export type SecurityVisit = PortalVisit<SecuritySession, SecurityTexts, SecurityServices>;

/** Where a session is raised to aal2; `factor` is one that the person has, null for none of Stepward's. */
export type StepUpAddress = (
  session: SecuritySession,
  factor: PageFactorName | null,
) => string | Promise<string>;

/**
 * The person's factors, recovery codes, phone number and trusted browsers; null for a person who is gone.
 *
 * @param isRefused whether a form was refused for the session's assurance; the way to raise it is then shown
 */
export async function overview(
  visit: SecurityVisit,
  stepUpAddress: StepUpAddress,
  isRefused: boolean,
): Promise<PortalContent | null> {
  const { stepward, session, chosen } = visit;
  const [found, sessions] = await Promise.all([
    stepward.accounts.overview(session),
    listSessions(visit),
  ]);
  if (found.isErr()) return null;
  const view = securityView({ ...found.value, assurance: session.assurance });
  const isLocked = view.needsStepUp || isRefused;
  const address = isLocked ? await stepUpAddress(session, enrolledFactor(view)) : null;
  const nameOf = (factor: PageFactorName) => chosen.texts[FACTORS[factor].section.heading];
  const { trustedDevices: devices } = found.value;
  const parts = { visit, view, isLocked, nameOf, sessions, devices };
  const body = <Overview address={address} {...parts} />;
  return { title: chosen.texts.heading, back: null, alert: null, body };
}

/** A factor to step up with. Recovery codes are for a person who has lost all others. */
function enrolledFactor({ factors }: SecurityView): PageFactorName | null {
  const enrolled = factors.find(({ factor, isEnrolled }) => isEnrolled && isFactorName(factor));
  return enrolled?.factor ?? null;
}

interface OverviewProps
  extends PartProps<SecurityTexts>, Pick<SessionsProps, 'sessions'>, Pick<DevicesProps, 'devices'> {
  readonly address: string | null;
}

function Overview({ address, ...props }: OverviewProps) {
  const { visit, view } = props;
  const { texts } = visit.chosen;
  return [
    address !== null && (
      <p class="note">
        {texts.stepUpNeeded} <a href={address}>{texts.stepUp}</a>
      </p>
    ),
    visit.query.get('changed') === FACTORS_CHANGED.changed && <SessionsOffer {...props} />,
    view.isFactorMissing && <p class="note bad">{texts.factorMissing}</p>,
    view.factors.map(({ factor }) => FACTORS[factor].section.Part(props)),
    phoneSection.Part(props),
    <DevicesPart {...props} />,
    <SessionsPart {...props} />,
    view.otherFactors.length > 0 && <OtherFactors names={view.otherFactors} texts={texts} />,
  ];
}

/** The factors that cannot be changed here. */
function OtherFactors({
  names,
  texts,
}: {
  readonly names: readonly FactorName[];
  readonly texts: SecurityTexts;
}) {
  return (
    <section>
      <h2>{texts.otherHeading}</h2>
      <ul>
        {names.map((name) => (
          <li>{texts[OTHERS[name]]}</li>
        ))}
      </ul>
      <p class="hint">{texts.otherAbout}</p>
    </section>
  );
}

const OTHERS = {
  webauthn: 'webauthnHeading',
  totp: 'totpHeading',
  sms: 'smsHeading',
  email: 'email',
} as const satisfies Record<FactorName, keyof SecurityTexts>;
