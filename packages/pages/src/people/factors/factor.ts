import type { Stepward } from '@stepward/core';
import type { Form } from '../../links/read-form.js';
import type { CodeTexts } from '../code-texts.js';
import type { ShownSection, TextOf } from './section.js';
import type { FactorState, SecurityFacts } from './security-facts.js';

/** What a factor that Stepward keeps brings to the pages: its part of the code page, and its section of `/security`. */
export interface PageFactor<CodePage, Texts, Services extends keyof Stepward> {
  readonly codePage: CodePagePart<CodePage>;
  readonly section: FactorSection<Texts, Services>;
}

/** How the code page asks for the factor: the person types a code, or the browser gives a response. Texts are named. */
export type CodePagePart<Texts> = CodePart<Texts> | PromptPart<Texts>;

interface CommonPart<Texts> {
  readonly texts: { readonly en: Partial<Texts>; readonly de: Partial<Texts> };
  /** Above the field or button. */
  readonly hint: keyof Texts;
  /** Of the link to it, where another factor is asked for. */
  readonly way: keyof Texts;
  /** By the code of a refusal, where the text is another one than for codes. */
  readonly refusals: Readonly<Record<string, keyof Texts>>;
  /** Reads the answer in a form, which is checked by the service. */
  readonly answerOf: (form: Form) => unknown;
}

/** The browser is asked for a passkey or security key. */
export interface PromptPart<Texts> extends CommonPart<Texts> {
  readonly asks: 'browser';
  /** Of the button, at first and once the browser was asked. */
  readonly ask: keyof Texts;
  readonly askAgain: keyof Texts;
}

/** The person types a code. */
export interface CodePart<Texts> extends CommonPart<Texts> {
  readonly asks: 'code';
  readonly label: keyof (Texts & CodeTexts);
  readonly field: CodeField;
  /** What is read before the first code was sent, and after another one was; null where no code is sent. */
  readonly sending: { readonly notSent: keyof Texts; readonly sentAgain: keyof Texts } | null;
}

/** The attributes of the field for a code. */
export interface CodeField {
  readonly inputmode: 'numeric' | 'text';
  readonly autocomplete: 'one-time-code' | 'off';
  readonly autocapitalize: 'characters' | 'off';
  /** Whether browsers may read the code from a message (WebOTP). */
  readonly 'data-sms'?: 'yes';
}

/** A field for six digits. */
export const DIGITS: CodeField = {
  inputmode: 'numeric',
  autocomplete: 'one-time-code',
  autocapitalize: 'off',
};

/** The section of a factor. */
export interface FactorSection<Texts, Services extends keyof Stepward> extends ShownSection<
  Texts,
  Services
> {
  /** What the factor is called, and an authenticator of it that has no name. */
  readonly heading: TextOf<Texts>;
  /** Decides what the page offers. It offers what the services would accept; they decide again for each form. */
  readonly state: (facts: SecurityFacts) => FactorState;
}
