import type { Child } from 'hono/jsx';
import type { Form } from '../../links/read-form.js';
import { PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { CodeInput } from '../code-input.js';
import { backOf, type SectionVisit } from './section.js';

/** What the page that asks for a code shows. */
export interface CodeFormView {
  /** Where the form goes: `/security/sms`. */
  readonly path: string;
  readonly heading: string;
  /** Above the field. */
  readonly above: Child;
  /** Sends a new code, or makes a new secret. */
  readonly again: { readonly action: string; readonly text: string };
  /** Hidden fields, which both of its forms send again; none by default. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** Asks for the code that confirms an enrolment or a phone number. */
export function codeForm(
  visit: SectionVisit,
  { path, heading, above, again, kept = {} }: CodeFormView,
): PortalContent {
  const { chosen, csrf, href } = visit;
  const form = { action: href(path), csrf };
  const hidden = Object.entries(kept).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ));
  const body = [
    above,
    <PortalForm {...form}>
      {hidden}
      <CodeField label={chosen.texts.codeLabel} button={chosen.texts.confirm} />
    </PortalForm>,
    <PortalForm {...form}>
      {hidden}
      <button class="plain" name="do" value={again.action}>
        {again.text}
      </button>
    </PortalForm>,
  ];
  return { title: heading, back: backOf(visit), alert: null, body };
}

function CodeField({ label, button }: { readonly label: string; readonly button: string }) {
  return [
    <label for="code">{label}</label>,
    <CodeInput inputmode="numeric" autocomplete="one-time-code" />,
    <button name="do" value="verify">
      {button}
    </button>,
  ];
}

/** The code that was typed into it. */
export function codeOf(form: Form): string {
  return cleanCode(form.get('code') ?? '');
}

/** Removes what people type or paste around a code: spaces of every kind and hyphens. Other digits stay as they are. */
function cleanCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '');
}
