import { fillText } from '../../layout/fill-text.js';
import type { PortalContent } from '../../portal/portal-route.js';
import type { Form } from '../../links/read-form.js';
import { CODE_REFUSALS } from '../code-texts.js';
import { codeForm, codeOf } from './code-form.js';
import { EnrolmentPart } from './enrolment-part.js';
import { DIGITS, type CodePart, type FactorSection } from './factor.js';
import {
  ACCOUNT_REFUSALS,
  callerOf,
  factorsChanged,
  isAllowed,
  NOT_ALLOWED,
  redirect,
  refused,
  type PartProps,
  type SectionOutcome,
  type SectionVisit,
} from './section.js';
import { stateOf, type FactorState, type SecurityFacts } from './security-facts.js';

/** `{phone}` is a masked number. */
const codePageEnglish = {
  smsSent: 'We sent a 6-digit code by text message to {phone}. Enter it below.',
  smsSentAgain: 'We sent a new code to {phone}. Earlier codes no longer work.',
  smsNotSent: 'We can send a 6-digit code to your phone by text message.',
  useSms: 'Get a code by text message',
};

export type SmsCodePageTexts = Readonly<typeof codePageEnglish>;

const codePageGerman: SmsCodePageTexts = {
  smsSent: 'Wir haben einen sechsstelligen Code per SMS an {phone} gesendet. Geben Sie ihn ein.',
  smsSentAgain:
    'Wir haben einen neuen Code an {phone} gesendet. Geben Sie den neuesten ein; frühere gelten nicht mehr.',
  smsNotSent: 'Wir können einen sechsstelligen Code per SMS an Ihr Telefon senden.',
  useSms: 'Ein Code per SMS',
};

const codePage: CodePart<SmsCodePageTexts> = {
  asks: 'code',
  texts: { en: codePageEnglish, de: codePageGerman },
  hint: 'smsSent',
  way: 'useSms',
  label: 'codeLabel',
  answerOf: codeOf,
  refusals: {},
  field: { ...DIGITS, 'data-sms': 'yes' },
  sending: { notSent: 'smsNotSent', sentAgain: 'smsSentAgain' },
};

const english = {
  smsHeading: 'Text messages',
  smsAbout: 'When you sign in, we send a 6-digit code to your phone.',
  /** `{factors}` is a list of stronger ones. */
  smsWeaker:
    'Text messages are the weaker method: anyone who takes over your phone number receives your codes. More secure: {factors}.',
  smsEnrolled: 'Text messages are set up.',
};

export type SmsTexts = Readonly<typeof english>;

const german: SmsTexts = {
  smsHeading: 'SMS',
  smsAbout: 'Bei der Anmeldung senden wir einen sechsstelligen Code an Ihr Telefon.',
  smsWeaker:
    'SMS ist der schwächere Weg: Wer Ihre Telefonnummer übernimmt, bekommt Ihre Codes. Sicherer: {factors}.',
  smsEnrolled: 'SMS ist eingerichtet.',
};

type Services = 'enrolments' | 'policies';
type Visit = SectionVisit<SmsTexts, Services>;
type Outcome = SectionOutcome<SmsTexts>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...CODE_REFUSALS,
  sms_disabled: 'unavailable',
  factor_not_allowed: 'notAllowed',
  phone_not_verified: 'needsPhone',
  already_enrolled: 'alreadyEnrolled',
} as const;

const section: FactorSection<SmsTexts, Services> = {
  services: ['enrolments', 'policies'],
  texts: { en: english, de: german },
  heading: 'smsHeading',
  state,
  Part,
  routes: [{ path: '/security/sms', show: form, actions: { start, send, verify } }],
};

/** Text messages as a factor. Opening a page sends nothing. */
export const sms = { codePage, section };

function state(facts: SecurityFacts): FactorState {
  const { enabled, mfaEnabled } = facts.tenant.sms;
  if (!enabled || !mfaEnabled) return stateOf('sms', facts, 'unavailable');
  return stateOf('sms', facts, facts.identity.phone?.verified === true ? null : 'no_phone');
}

function Part(props: PartProps<SmsTexts>) {
  const { smsHeading, smsAbout } = props.visit.chosen.texts;
  const isWeaker = props.view.strongerThanSms.length > 0;
  return (
    <EnrolmentPart factor="sms" heading={smsHeading} about={smsAbout} {...props}>
      {isWeaker && <Weaker {...props} />}
    </EnrolmentPart>
  );
}

/** Says that SMS is the weaker method, and leads to the stronger ones on the page. */
function Weaker({ visit, view, nameOf }: PartProps<SmsTexts>) {
  const factors = view.strongerThanSms.map((factor, at) => [
    at > 0 && ', ',
    <a href={`#${factor}`}>{nameOf(factor)}</a>,
  ]);
  return <p class="note">{fillText(visit.chosen.texts.smsWeaker, { factors })}</p>;
}

function form(visit: Visit): PortalContent {
  const { texts } = visit.chosen;
  return codeForm(visit, {
    path: '/security/sms',
    heading: texts.smsHeading,
    above: <p>{texts.codeEnterHint}</p>,
    again: { action: 'send', text: texts.sendAgain },
  });
}

async function start(visit: Visit): Promise<Outcome> {
  return sendCode(visit, null);
}

async function send(visit: Visit): Promise<Outcome> {
  return sendCode(visit, form(visit));
}

/** @param content the page to show again after a refusal; null for the first one */
async function sendCode(visit: Visit, content: PortalContent | null): Promise<Outcome> {
  if (!(await isAllowed(visit, 'sms'))) return refused(NOT_ALLOWED, REFUSALS, content);
  const started = await visit.stepward.enrolments.start(callerOf(visit));
  if (started.isErr()) return refused(started.error, REFUSALS, content);
  const values = { phone: started.value.phoneNumberMasked };
  return redirect('/security/sms', { text: 'codeSent', values });
}

async function verify(visit: Visit, fields: Form): Promise<Outcome> {
  const verified = await visit.stepward.enrolments.verify(callerOf(visit), codeOf(fields));
  if (verified.isErr()) return refused(verified.error, REFUSALS, form(visit));
  return factorsChanged({ text: 'smsEnrolled' });
}
