import type { Stepward } from '@stepward/core';
import { fillText, PhoneNumber } from '../../layout/fill-text.js';
import type { Form } from '../../links/read-form.js';
import { PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { codeForm, codeOf } from './code-form.js';
import {
  backOf,
  callerOf,
  redirect,
  type SecurityFlow,
  type SecurityOutcome,
  type SecurityRoute,
  type SecurityVisit,
} from './security-flow.js';

/** Changes the phone number, with a code to the new one. */
export function phoneRoute(
  { phones }: Pick<Stepward, 'phones'>,
  { refuse }: SecurityFlow,
): SecurityRoute {
  const phoneCodeForm = (visit: SecurityVisit, phoneNumber: string, above: PortalContent['body']) =>
    codeForm(visit, {
      path: '/security/phone',
      heading: visit.chosen.texts.phoneHeading,
      above: <p>{above}</p>,
      again: { action: 'send', text: visit.chosen.texts.sendAgain },
      phoneNumber,
    });
  const sendToPhone = async (
    visit: SecurityVisit,
    phoneNumber: string,
    show: () => PortalContent,
  ): Promise<SecurityOutcome | null> => {
    const sent = await phones.start(callerOf(visit), phoneNumber);
    if (sent.isErr()) return refuse(visit, sent.error, async () => show());
    const phone = <PhoneNumber masked={sent.value.phoneNumberMasked} />;
    const above = fillText(visit.chosen.texts.smsSent, { phone });
    return { type: 'show_once', content: phoneCodeForm(visit, phoneNumber, above) };
  };
  return {
    path: '/security/phone',
    show: async (visit) => phoneForm(visit, ''),
    actions: {
      start(visit, form) {
        const typed = numberOf(form);
        return sendToPhone(visit, typed, () => phoneForm(visit, typed));
      },
      send(visit, form) {
        const number = numberOf(form);
        const { smsEnterHint } = visit.chosen.texts;
        return sendToPhone(visit, number, () => phoneCodeForm(visit, number, smsEnterHint));
      },
      async verify(visit, form) {
        const number = numberOf(form);
        const verified = await phones.verify(callerOf(visit), number, codeOf(form));
        if (verified.isErr()) {
          const { smsEnterHint } = visit.chosen.texts;
          return refuse(visit, verified.error, async () =>
            phoneCodeForm(visit, number, smsEnterHint),
          );
        }
        return redirect('/security', { text: 'phoneStored' });
      },
    },
  };
}

/** Asks for a phone number. */
function phoneForm(visit: SecurityVisit, typed: string): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  return {
    title: texts.phoneHeading,
    back: backOf(visit),
    alert: null,
    body: (
      <PortalForm action={href('/security/phone')} csrf={csrf}>
        <label for="phone_number">{texts.phoneLabel}</label>
        <input
          id="phone_number"
          name="phone_number"
          type="tel"
          dir="ltr"
          required
          autocomplete="tel"
          value={typed}
          aria-describedby="phone_hint"
        />
        <p id="phone_hint" class="hint">
          {texts.phoneHint}
        </p>
        <button name="do" value="start">
          {texts.phoneSend}
        </button>
      </PortalForm>
    ),
  };
}

/** A number as people type it: spaces, hyphens, dots and brackets are removed. */
function numberOf(form: Form): string {
  return (form.get('phone_number') ?? '').replaceAll(/[\s\p{Pd}.()]/gu, '');
}
