import { fillText, PhoneNumber } from '../../layout/fill-text.js';
import type { Form } from '../../links/read-form.js';
import { Confirm, PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { CODE_REFUSALS } from '../code-texts.js';
import { codeForm, codeOf } from '../factors/code-form.js';
import {
  ACCOUNT_REFUSALS,
  backOf,
  callerOf,
  factorsChanged,
  refused,
  type PartProps,
  type SectionOutcome,
  type SectionVisit,
  type ShownSection,
} from '../factors/section.js';

const english = {
  phoneHeading: 'Phone number',
  phoneAbout: 'We send codes to this number.',
  phoneNone: 'You have not added a phone number.',
  phoneVerified: 'Verified',
  phoneUnverified: 'Not verified',
  phoneAdd: 'Add a phone number',
  phoneChange: 'Change',
  phoneLabel: 'Phone number',
  phoneHint: 'Include the country code, for example +14155550101.',
  phoneSend: 'Send a code',
  phoneStored: 'The phone number is verified.',
  phoneRemoved: 'The phone number has been removed.',
  phoneRemoveHeading: 'Remove the phone number?',
  phoneRemoveHint: 'You can add one again at any time.',
  phoneInvalid: 'Enter the number with a plus sign and the country code, using digits only.',
  phoneInUse: 'Text messages go to this number. Remove text messages first.',
};

export type PhoneTexts = Readonly<typeof english>;

const german: PhoneTexts = {
  phoneHeading: 'Telefonnummer',
  phoneAbout: 'Nachrichten mit Codes gehen an diese Nummer.',
  phoneNone: 'Sie haben hier keine Telefonnummer.',
  phoneVerified: 'Bestätigt',
  phoneUnverified: 'Nicht bestätigt',
  phoneAdd: 'Telefonnummer hinzufügen',
  phoneChange: 'Ändern',
  phoneLabel: 'Telefonnummer',
  phoneHint: 'Mit der Ländervorwahl, zum Beispiel +4915112345678.',
  phoneSend: 'Code senden',
  phoneStored: 'Die Telefonnummer ist bestätigt.',
  phoneRemoved: 'Die Telefonnummer ist entfernt.',
  phoneRemoveHeading: 'Telefonnummer entfernen?',
  phoneRemoveHint: 'Sie können jederzeit wieder eine hinzufügen.',
  phoneInvalid: 'Geben Sie die Nummer mit Pluszeichen und Ländervorwahl ein, nur mit Ziffern.',
  phoneInUse: 'SMS gehen an diese Nummer. Entfernen Sie sie zuerst.',
};

type Visit = SectionVisit<PhoneTexts, 'phones'>;
type Outcome = SectionOutcome<PhoneTexts>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...CODE_REFUSALS,
  sms_disabled: 'unavailable',
  phone_invalid: 'phoneInvalid',
  phone_in_use: 'phoneInUse',
  phone_not_found: 'phoneNone',
} as const;

const REMOVAL = '/security/remove/phone';

/** The phone number, which is changed with a code to the new one. */
export const phoneSection = {
  services: ['phones'],
  texts: { en: english, de: german },
  Part,
  routes: [
    { path: '/security/phone', show: (visit) => form(visit, ''), actions: { start, send, verify } },
    { path: REMOVAL, show: removal, actions: { remove } },
  ],
} satisfies ShownSection<PhoneTexts, 'phones'>;

function Part({ visit, view: { phone }, isLocked }: PartProps<PhoneTexts>) {
  const { chosen, href } = visit;
  const { texts } = chosen;
  return (
    <section>
      <h2>{texts.phoneHeading}</h2>
      <p>{texts.phoneAbout}</p>
      {phone === null ? <p>{texts.phoneNone}</p> : <StoredPhone texts={texts} {...phone} />}
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

function StoredPhone({
  texts,
  masked,
  isVerified,
}: {
  readonly texts: PhoneTexts;
  readonly masked: string;
  readonly isVerified: boolean;
}) {
  return (
    <p>
      <PhoneNumber masked={masked} />{' '}
      <span class={isVerified ? 'tag ok' : 'tag'}>
        {isVerified ? texts.phoneVerified : texts.phoneUnverified}
      </span>
    </p>
  );
}

/** Asks for a phone number. */
function form(visit: Visit, typed: string): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const body = (
    <PortalForm action={href('/security/phone')} csrf={csrf}>
      <PhoneField texts={texts} typed={typed} />
      <button name="do" value="start">
        {texts.phoneSend}
      </button>
    </PortalForm>
  );
  return { title: texts.phoneHeading, back: backOf(visit), alert: null, body };
}

function PhoneField({ texts, typed }: { readonly texts: PhoneTexts; readonly typed: string }) {
  return [
    <label for="phone_number">{texts.phoneLabel}</label>,
    <input
      id="phone_number"
      name="phone_number"
      type="tel"
      dir="ltr"
      required
      autocomplete="tel"
      value={typed}
      aria-describedby="phone_hint"
    />,
    <p id="phone_hint" class="hint">
      {texts.phoneHint}
    </p>,
  ];
}

/** Asks for the code that was sent to the number. */
function confirmation(
  visit: Visit,
  phoneNumber: string,
  above: PortalContent['body'],
): PortalContent {
  const { texts } = visit.chosen;
  return codeForm(visit, {
    path: '/security/phone',
    heading: texts.phoneHeading,
    above: <p>{above}</p>,
    again: { action: 'send', text: texts.sendAgain },
    kept: { phone_number: phoneNumber },
  });
}

async function start(visit: Visit, fields: Form): Promise<Outcome> {
  const typed = numberOf(fields);
  return sendCode(visit, typed, form(visit, typed));
}

async function send(visit: Visit, fields: Form): Promise<Outcome> {
  const typed = numberOf(fields);
  return sendCode(visit, typed, confirmation(visit, typed, visit.chosen.texts.codeEnterHint));
}

/** @param content the page to show again after a refusal */
async function sendCode(visit: Visit, typed: string, content: PortalContent): Promise<Outcome> {
  const sent = await visit.stepward.phones.start(callerOf(visit), typed);
  if (sent.isErr()) return refused(sent.error, REFUSALS, content);
  const phone = <PhoneNumber masked={sent.value.phoneNumberMasked} />;
  const above = fillText(visit.chosen.texts.codeSent, { phone });
  return { type: 'show_once', content: confirmation(visit, typed, above) };
}

async function verify(visit: Visit, fields: Form): Promise<Outcome> {
  const typed = numberOf(fields);
  const verified = await visit.stepward.phones.verify(callerOf(visit), typed, codeOf(fields));
  if (verified.isErr()) {
    const content = confirmation(visit, typed, visit.chosen.texts.codeEnterHint);
    return refused(verified.error, REFUSALS, content);
  }
  return factorsChanged({ text: 'phoneStored' });
}

/** Asks before the number is removed. */
function removal(visit: Visit): PortalContent {
  const { chosen, csrf, href } = visit;
  const { phoneRemoveHeading, phoneRemoveHint, remove: label } = chosen.texts;
  const form = { action: href(REMOVAL), csrf, act: 'remove', label };
  const body = <Confirm text={phoneRemoveHint} {...form} />;
  return { title: phoneRemoveHeading, back: backOf(visit), alert: null, body };
}

async function remove(visit: Visit): Promise<Outcome> {
  const removed = await visit.stepward.phones.remove(callerOf(visit));
  if (removed.isErr()) return refused(removed.error, REFUSALS);
  return factorsChanged({ text: 'phoneRemoved' });
}

/** A number as people type it: spaces, hyphens, dots and brackets are removed. */
function numberOf(form: Form): string {
  return (form.get('phone_number') ?? '').replaceAll(/[\s\p{Pd}.()]/gu, '');
}
