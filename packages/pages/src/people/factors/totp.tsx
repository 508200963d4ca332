import type { PendingTotp } from '@stepward/core';
import type { Form } from '../../links/read-form.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { CODE_REFUSALS } from '../code-texts.js';
import { codeForm, codeOf } from './code-form.js';
import { EnrolmentPart } from './enrolment-part.js';
import { DIGITS, type CodePart, type FactorSection } from './factor.js';
import { nameOf } from './name-field.js';
import { QrCode } from './qr-code.js';
import {
  ACCOUNT_REFUSALS,
  callerOf,
  factorsChanged,
  isAllowed,
  NOT_ALLOWED,
  refused,
  type PartProps,
  type SectionOutcome,
  type SectionVisit,
} from './section.js';
import { stateOf } from './security-facts.js';

/** `{app}` is the name of the brand. */
const codePageEnglish = {
  totpHint: 'Open your authenticator app and enter the 6-digit code for {app}.',
  useTotp: 'Use your authenticator app',
};

export type TotpCodePageTexts = Readonly<typeof codePageEnglish>;

const codePageGerman: TotpCodePageTexts = {
  totpHint:
    'Öffnen Sie Ihre Authenticator-App und geben Sie den sechsstelligen Code ein, den sie für {app} zeigt.',
  useTotp: 'Ihre Authenticator-App',
};

const codePage: CodePart<TotpCodePageTexts> = {
  asks: 'code',
  texts: { en: codePageEnglish, de: codePageGerman },
  hint: 'totpHint',
  way: 'useTotp',
  label: 'codeLabel',
  answerOf: codeOf,
  refusals: {},
  field: DIGITS,
  sending: null,
};

const english = {
  totpHeading: 'Authenticator app',
  totpAbout: 'An app on your phone shows a new code every 30 seconds. It works offline.',
  totpScan: 'Open your authenticator app and scan this QR code.',
  totpPicture: 'QR code for your authenticator app',
  totpSecret: 'Or enter this key in the app:',
  totpEnter: 'Then enter the 6-digit code from the app.',
  totpStartAgain: 'Start over with a new key',
  totpEnrolled: 'The authenticator app is set up.',
};

export type TotpTexts = Readonly<typeof english>;

const german: TotpTexts = {
  totpHeading: 'Authenticator-App',
  totpAbout: 'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code, auch ohne Netz.',
  totpScan: 'Öffnen Sie Ihre Authenticator-App und scannen Sie diesen QR-Code.',
  totpPicture: 'QR-Code für Ihre Authenticator-App',
  totpSecret: 'Oder geben Sie diesen Schlüssel in die App ein:',
  totpEnter: 'Geben Sie dann den sechsstelligen Code ein, den die App zeigt.',
  totpStartAgain: 'Mit einem neuen Schlüssel von vorn beginnen',
  totpEnrolled: 'Die Authenticator-App ist eingerichtet.',
};

type Services = 'totp' | 'policies';
type Visit = SectionVisit<TotpTexts, Services>;
type Outcome = SectionOutcome<TotpTexts>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...CODE_REFUSALS,
  factor_not_allowed: 'notAllowed',
  already_enrolled: 'alreadyEnrolled',
  too_many_authenticators: 'tooManyAuthenticators',
  name_malformed: 'nameMalformed',
  start_budget_spent: 'startLater',
} as const;

const section: FactorSection<TotpTexts, Services> = {
  services: ['totp', 'policies'],
  texts: { en: english, de: german },
  heading: 'totpHeading',
  state: (facts) => stateOf('totp', facts, null),
  Part,
  routes: [
    { path: '/security/totp', show: (visit) => form(visit, '', null), actions: { start, verify } },
  ],
};

/** Authenticator apps as a factor. A secret is shown only once. */
export const totp = { codePage, section };

function Part(props: PartProps<TotpTexts>) {
  const { totpHeading, totpAbout } = props.visit.chosen.texts;
  return <EnrolmentPart factor="totp" heading={totpHeading} about={totpAbout} {...props} />;
}

/**
 * @param name what the person calls the app; empty for no name
 * @param shown the new secret; null once it was shown
 */
function form(visit: Visit, name: string, shown: PendingTotp | null): PortalContent {
  const { texts } = visit.chosen;
  return codeForm(visit, {
    path: '/security/totp',
    heading: texts.totpHeading,
    above: shown === null ? <p>{texts.totpEnter}</p> : <Secret texts={texts} {...shown} />,
    again: { action: 'start', text: texts.totpStartAgain },
    kept: { name },
  });
}

async function start(visit: Visit, fields: Form): Promise<Outcome> {
  if (!(await isAllowed(visit, 'totp'))) return refused(NOT_ALLOWED, REFUSALS);
  const name = nameOf(fields);
  const started = await visit.stepward.totp.start(callerOf(visit), name === '' ? null : name);
  if (started.isErr()) return refused(started.error, REFUSALS);
  return { type: 'show_once', content: form(visit, name, started.value) };
}

async function verify(visit: Visit, fields: Form): Promise<Outcome> {
  const verified = await visit.stepward.totp.verify(callerOf(visit), codeOf(fields));
  if (verified.isErr()) return refused(verified.error, REFUSALS, form(visit, nameOf(fields), null));
  return factorsChanged({ text: 'totpEnrolled' });
}

/** The secret of an authenticator app, as a picture and as text. */
function Secret({ texts, secret, uri }: PendingTotp & { readonly texts: TotpTexts }) {
  return [
    <p>{texts.totpScan}</p>,
    <QrCode text={uri} label={texts.totpPicture} />,
    <p>{texts.totpSecret}</p>,
    <pre dir="ltr">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</pre>,
    <p>{texts.totpEnter}</p>,
  ];
}
