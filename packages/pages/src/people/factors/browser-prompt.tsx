import type { WebAuthnOptions } from '@stepward/core';
import type { Form } from '../../links/read-form.js';
import type { PromptTexts } from './prompt-texts.js';

/** A form that asks the browser for a passkey or security key. */
export interface BrowserPromptProps {
  /** Whether a new credential is made, or one of the person's is asked for. */
  readonly kind: 'create' | 'get';
  /** What the browser is asked, as JSON; null for a form that gets it first. */
  readonly options: WebAuthnOptions | null;
  /** Where the form goes, and its token. */
  readonly action: string;
  readonly csrf: string;
  /** The value of `do` that gets new options. */
  readonly again: string;
  /** Of the button. */
  readonly label: string;
  /** Hidden fields that the form sends again; none by default. */
  readonly kept?: Readonly<Record<string, string>>;
  /** The address of the script. */
  readonly script: string;
  readonly texts: PromptTexts;
}

/**
 * Asks the browser for a passkey or security key, which needs JavaScript: without it, and in a browser that cannot, the form
 * stays hidden, and a text says why.
 */
export function BrowserPrompt(props: BrowserPromptProps) {
  const { kind, options, action, csrf, again, label, kept = {}, script, texts } = props;
  return [
    <NeedsScript texts={texts} class="note bad" />,
    <p id="prompt" role="status" />,
    <form
      method="post"
      action={action}
      hidden
      data-webauthn={kind}
      data-options={options === null ? undefined : JSON.stringify(options)}
      data-again={again}
      data-cancelled={texts.promptCancelled}
      data-failed={texts.promptFailed}
      data-known={texts.promptKnown}
      data-unsupported={texts.promptUnsupported}
    >
      <input type="hidden" name="csrf" value={csrf} />
      {Object.entries(kept).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {options === null ? (
        <button name="do" value={again}>
          {label}
        </button>
      ) : (
        <AskButton label={label} />
      )}
    </form>,
    <script src={script} defer />,
  ];
}

/** The script asks the browser when it is pressed, and sends the form with what the browser gives. */
function AskButton({ label }: Pick<BrowserPromptProps, 'label'>) {
  return [
    <input type="hidden" name="response" />,
    <input type="hidden" name="do" value="verify" />,
    <button id="ask" type="button">
      {label}
    </button>,
  ];
}

/** What a person without JavaScript reads. */
export function NeedsScript({
  texts,
  class: name,
}: {
  readonly texts: PromptTexts;
  readonly class: string;
}) {
  return (
    <noscript>
      <p class={name}>{texts.promptNeedsScript}</p>
    </noscript>
  );
}

/** What the browser gave; null for anything that is no JSON. */
export function responseOf(form: Form): unknown {
  try {
    return JSON.parse(form.get('response') ?? '') as unknown;
  } catch {
    return null;
  }
}
