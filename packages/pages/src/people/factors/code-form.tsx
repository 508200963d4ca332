import type { Child } from 'hono/jsx';
import { cleanCode } from '../code-page/clean-code.js';
import type { Form } from '../../links/read-form.js';
import { PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { backOf, type SecurityVisit } from './security-flow.js';

/** Asks for the code that confirms an enrolment or a phone number. */
export function codeForm(
  visit: SecurityVisit,
  form: {
    /** Where the form goes: `/security/sms`. */
    readonly path: string;
    readonly heading: string;
    /** Above the field. */
    readonly above: Child;
    /** Sends a new code, or makes a new secret. */
    readonly again: { readonly action: string; readonly text: string };
    /** The number that is confirmed, in the spelling of the person; null for none. */
    readonly phoneNumber: string | null;
  },
): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const { path, heading, above, again, phoneNumber } = form;
  const kept = phoneNumber !== null && (
    <input type="hidden" name="phone_number" value={phoneNumber} />
  );
  return {
    title: heading,
    back: backOf(visit),
    alert: null,
    body: (
      <>
        {above}
        <PortalForm action={href(path)} csrf={csrf}>
          {kept}
          <label for="code">{texts.codeLabel}</label>
          <input
            id="code"
            name="code"
            type="text"
            dir="ltr"
            required
            autofocus
            spellcheck={false}
            inputmode="numeric"
            autocomplete="one-time-code"
          />
          <button name="do" value="verify">
            {texts.confirm}
          </button>
        </PortalForm>
        <PortalForm action={href(path)} csrf={csrf}>
          {kept}
          <button class="plain" name="do" value={again.action}>
            {again.text}
          </button>
        </PortalForm>
      </>
    ),
  };
}

/** The code that was typed into it. */
export function codeOf(form: Form): string {
  return cleanCode(form.get('code') ?? '');
}
