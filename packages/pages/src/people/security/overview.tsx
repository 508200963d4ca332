import { fillText, PhoneNumber } from '../../layout/fill-text.js';
import { PortalForm } from '../../portal/portal-document.js';
import type { PortalContent, PortalVisit } from '../../portal/portal-route.js';
import type { SecuritySession } from './security-session.js';
import type { SecurityTextName, SecurityTexts } from './security-texts.js';
import type { Obstacle, SecurityFactor, SecurityView } from './security-view.js';

/** The person's factors, recovery codes and phone number. */
export function overview(
  visit: PortalVisit<SecuritySession, SecurityTexts>,
  view: SecurityView,
  stepUpAddress: string | null,
): PortalContent {
  const { texts } = visit.chosen;
  const props = { visit, view, isLocked: stepUpAddress !== null };
  return {
    title: texts.heading,
    back: null,
    alert: null,
    body: (
      <>
        {stepUpAddress !== null && (
          <p class="note">
            {texts.stepUpNeeded} <a href={stepUpAddress}>{texts.stepUp}</a>
          </p>
        )}
        {view.isFactorMissing && <p class="note bad">{texts.factorMissing}</p>}
        {view.factors.map((factor) => (
          <FactorSection key={factor.factor} factor={factor} {...props} />
        ))}
        <RecoverySection {...props} />
        <PhoneSection {...props} />
        {view.otherFactors.length > 0 && (
          <section>
            <h2>{texts.otherHeading}</h2>
            <ul>
              {view.otherFactors.map((name) => (
                <li key={name}>{texts[OTHERS[name]]}</li>
              ))}
            </ul>
            <p class="hint">{texts.otherAbout}</p>
          </section>
        )}
      </>
    ),
  };
}

interface SectionProps {
  readonly visit: PortalVisit<SecuritySession, SecurityTexts>;
  readonly view: SecurityView;
  /** Whether nothing can be changed before a step-up. */
  readonly isLocked: boolean;
}

function FactorSection({
  visit,
  factor: { factor, isEnrolled, obstacle },
  isLocked,
}: SectionProps & { readonly factor: SecurityFactor }) {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const isSms = factor === 'sms';
  return (
    <section>
      <h2>
        {isSms ? texts.smsHeading : texts.totpHeading} <State isOn={isEnrolled} texts={texts} />
      </h2>
      <p>{isSms ? texts.smsAbout : texts.totpAbout}</p>
      {obstacle !== null && <p class="hint">{texts[OBSTACLES[obstacle]]}</p>}
      {isEnrolled && !isLocked && (
        <p>
          <a href={href(`/security/remove/${factor}`)}>{texts.remove}</a>
        </p>
      )}
      {!isEnrolled && obstacle === null && !isLocked && (
        <PortalForm action={href(`/security/${factor}`)} csrf={csrf}>
          <button
            name="do"
            value="start"
            aria-label={`${texts.setUp}: ${isSms ? texts.smsHeading : texts.totpHeading}`}
          >
            {texts.setUp}
          </button>
        </PortalForm>
      )}
    </section>
  );
}

function RecoverySection({ visit, view: { recoveryCodes }, isLocked }: SectionProps) {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const { left, isPossible } = recoveryCodes;
  return (
    <section>
      <h2>{texts.recoveryHeading}</h2>
      <p>{texts.recoveryAbout}</p>
      <p>{left > 0 ? fillText(texts.recoveryLeft, { count: String(left) }) : texts.recoveryNone}</p>
      {!isPossible && <p class="hint">{texts.recoveryNeedsFactor}</p>}
      {isPossible && !isLocked && (
        <PortalForm action={href('/security')} csrf={csrf}>
          <button name="do" value="make_codes" class={left > 0 ? 'plain' : undefined}>
            {left > 0 ? texts.recoveryReplace : texts.recoveryMake}
          </button>
        </PortalForm>
      )}
    </section>
  );
}

function PhoneSection({ visit, view: { phone }, isLocked }: SectionProps) {
  const { chosen, href } = visit;
  const { texts } = chosen;
  return (
    <section>
      <h2>{texts.phoneHeading}</h2>
      <p>{texts.phoneAbout}</p>
      {phone === null ? (
        <p>{texts.phoneNone}</p>
      ) : (
        <p>
          <PhoneNumber masked={phone.masked} />{' '}
          <span class={phone.isVerified ? 'tag ok' : 'tag'}>
            {phone.isVerified ? texts.phoneVerified : texts.phoneUnverified}
          </span>
        </p>
      )}
      {!isLocked && (
        <p class="actions">
          <a href={href('/security/phone')}>
            {phone === null ? texts.phoneAdd : texts.phoneChange}
          </a>
          {phone !== null && !phone.isInUse && (
            <a href={href('/security/remove/phone')}>{texts.remove}</a>
          )}
        </p>
      )}
    </section>
  );
}

function State({ isOn, texts }: { readonly isOn: boolean; readonly texts: SecurityTexts }) {
  return <span class={isOn ? 'tag ok' : 'tag'}>{isOn ? texts.on : texts.off}</span>;
}

const OBSTACLES = {
  not_allowed: 'notAllowed',
  unavailable: 'unavailable',
  no_phone: 'smsNeedsPhone',
} as const satisfies Record<Obstacle, SecurityTextName>;

const OTHERS = {
  webauthn: 'webauthn',
  totp: 'totpHeading',
  sms: 'smsHeading',
  email: 'email',
} as const satisfies Record<SecurityView['otherFactors'][number], SecurityTextName>;
