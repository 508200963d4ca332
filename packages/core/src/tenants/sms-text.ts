import { minutes } from '../shared/duration.js';
import { Redacted } from '../shared/keys/redacted.js';
import type { OneTimeCode } from '../shared/one-time-code.js';

/** What a tenant says in its messages. */
export interface SmsWording {
  /** Stands in the text as `{app_name}`; 1 to 60 GSM-7 characters. */
  readonly appName: string;
  /** The host of the page that asks for the code, for the origin-bound last line; null for no such line. */
  readonly originHost: string | null;
  /**
   * The 11 characters by which Android's SMS Retriever knows the app, in place of the origin-bound line; null for no
   * such line.
   */
  readonly appHash: string | null;
  /**
   * BCP 47 tag → text with `{code}` once, and optionally `{app_name}` (or `{appName}`) and `{minutes}`; no other
   * `{…}`. At most 50 of them.
   */
  readonly templates: Readonly<Record<string, string>>;
}

/** The text where the tenant has no template for the locale. */
const DEFAULT_SMS_TEMPLATE = '{code} is your {app_name} code. It expires in {minutes} minutes.';

/** The placeholders that a template may contain. */
export const SMS_PLACEHOLDERS = ['{code}', '{app_name}', '{appName}', '{minutes}'] as const;

type SmsPlaceholder = (typeof SMS_PLACEHOLDERS)[number];

const PLACEHOLDER = /\{[^{}]*\}/g;

/** Text in braces that is not a placeholder: it would be sent to people unchanged. */
export function unknownPlaceholders(template: string): readonly string[] {
  return (template.match(PLACEHOLDER) ?? []).filter((found) => !isSmsPlaceholder(found));
}

function isSmsPlaceholder(text: string): text is SmsPlaceholder {
  return SMS_PLACEHOLDERS.some((known) => known === text);
}

/**
 * The message that carries a code. Its last line is the origin-bound form `@host #code`, which lets
 * browsers fill the code in on that host alone (WICG "Origin-bound one-time codes"), or the hash of an Android app,
 * which lets that app read it. Only one line can be the last.
 *
 * At most 160 GSM-7 characters: the tenant's wording is checked for that when it is stored.
 *
 * @param operation the text of the operation that the code approves, which is the first line; null for none
 */
export function renderSmsText(
  wording: SmsWording,
  locale: string | null,
  code: OneTimeCode,
  lifetimeMs: number,
  operation: string | null = null,
): Redacted<string> {
  const values: Readonly<Record<SmsPlaceholder, string>> = {
    '{code}': code.reveal(),
    '{app_name}': wording.appName,
    '{appName}': wording.appName,
    '{minutes}': String(Math.floor(lifetimeMs / minutes(1))),
  };
  const ownText = chooseTemplate(wording.templates, locale).replace(PLACEHOLDER, (placeholder) =>
    isSmsPlaceholder(placeholder) ? values[placeholder] : placeholder,
  );
  const sentence = operation === null ? ownText : `${operation}\n${ownText}`;
  const { originHost, appHash } = wording;
  if (originHost !== null) return new Redacted(`${sentence}\n\n@${originHost} #${code.reveal()}`);
  return new Redacted(appHash === null ? sentence : `${sentence}\n\n${appHash}`);
}

/**
 * The template of the locale, else of ever wider ones: `pt-BR`, `pt`, then the default text. Tags
 * match in any case (RFC 5646 section 2.1.1).
 */
function chooseTemplate(
  templates: Readonly<Record<string, string>>,
  locale: string | null,
): string {
  const byTag = new Map(
    Object.entries(templates).map(([tag, template]) => [tag.toLowerCase(), template]),
  );
  const subtags = (locale ?? '').toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1) {
    const template = byTag.get(subtags.slice(0, length).join('-'));
    if (template !== undefined) return template;
  }
  return DEFAULT_SMS_TEMPLATE;
}
