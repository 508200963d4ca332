import type { KeptFactor } from '@stepward/core/factors';
import type { Brand } from '../../layout/brand.js';
import { scriptAddress, styleAddress } from '../../layout/assets.js';
import { Document } from '../../layout/document.js';
import { fillText, formatWait, PhoneNumber, type Fillings } from '../../layout/fill-text.js';
import type { PageFrame } from '../../layout/create-renderer.js';
import type { CodePageTextName, CodePageTexts } from './code-page-texts.js';
import type { CodePageView } from './code-page-view.js';

/** A page and the language and brand that it is shown in. */
export interface CodePageProps extends PageFrame<CodePageTexts> {
  readonly view: CodePageView;
}

/** Asks for a code, and offers a new one and other factors. */
export function CodePage({ view, chosen, brand }: CodePageProps) {
  const { texts } = chosen;
  const { alert } = view;
  const title = alert === null ? texts.heading : `${texts.errorTitle}: ${texts.heading}`;
  return (
    <Document
      chosen={chosen}
      brand={brand}
      title={title}
      style={styleAddress(brand)}
      script={scriptAddress}
    >
      <h1>{texts.heading}</h1>
      {alert !== null && (
        <p id="alert" class="note bad" role="alert">
          {fillText(texts[alert.text], { time: formatWait(view.waitMs) })}
        </p>
      )}
      <p id="status" class={view.isSentAgain ? 'note good' : ''} role="status">
        {view.isSentAgain && fillText(texts.smsSentAgain, fillingsOf(view, brand))}
      </p>
      {view.hasField && <CodeForm view={view} chosen={chosen} brand={brand} />}
      {view.isSendable && <SendForm view={view} chosen={chosen} brand={brand} />}
      {view.otherWays.length > 0 && (
        <section>
          <h2>{texts.otherWays}</h2>
          <ul>
            {view.otherWays.map(({ factor, address }) => (
              <li key={factor}>
                <a href={address}>{texts[WAYS[factor]]}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Document>
  );
}

function CodeForm({ view, chosen: { texts }, brand }: CodePageProps) {
  const { factor, alert, isSentAgain } = view;
  const isRecoveryCode = factor === 'recovery_code';
  return (
    <form method="post" action={view.address} autocomplete="off">
      {!isSentAgain && <p id="hint">{fillText(texts[HINTS[factor]], fillingsOf(view, brand))}</p>}
      <input type="hidden" name="csrf" value={view.csrf} />
      <label for="code">{isRecoveryCode ? texts.recoveryCodeLabel : texts.codeLabel}</label>
      <input
        id="code"
        name="code"
        type="text"
        dir="ltr"
        required
        autofocus
        spellcheck={false}
        autocapitalize={isRecoveryCode ? 'characters' : 'off'}
        inputmode={isRecoveryCode ? 'text' : 'numeric'}
        autocomplete={isRecoveryCode ? 'off' : 'one-time-code'}
        aria-describedby={[alert !== null ? 'alert' : '', isSentAgain ? 'status' : 'hint']
          .join(' ')
          .trim()}
        aria-invalid={alert !== null && INVALID_FIELD.has(alert.text) ? 'true' : undefined}
        data-sms={factor === 'sms' ? 'yes' : undefined}
      />
      <button name="do" value="verify">
        {texts.submit}
      </button>
    </form>
  );
}

function SendForm({ view, chosen: { texts } }: CodePageProps) {
  const { hasField, waitMs } = view;
  const form = (
    <form method="post" action={view.address}>
      <input type="hidden" name="csrf" value={view.csrf} />
      {waitMs > 0 && (
        <p
          id="wait"
          class="soft"
          data-ms={waitMs}
          data-text={texts.wait}
          data-over={texts.waitOver}
        >
          {fillText(texts.wait, { time: formatWait(waitMs) })}
        </p>
      )}
      <button id="send" name="do" value="send" class={hasField ? 'plain' : undefined}>
        {hasField ? texts.sendAgain : texts.send}
      </button>
    </form>
  );
  if (!hasField) return [<p>{texts.smsNotSent}</p>, form];
  return (
    <section>
      <h2>{texts.notReceived}</h2>
      {form}
    </section>
  );
}

function fillingsOf({ sentTo }: CodePageView, brand: Brand): Fillings {
  return { app: brand.name, phone: <PhoneNumber masked={sentTo ?? ''} /> };
}

const HINTS = {
  sms: 'smsSent',
  totp: 'totpHint',
  recovery_code: 'recoveryCodeHint',
} as const satisfies Record<KeptFactor, CodePageTextName>;

const WAYS = {
  sms: 'useSms',
  totp: 'useTotp',
  recovery_code: 'useRecoveryCode',
} as const satisfies Record<KeptFactor, CodePageTextName>;

/** The refusals that are about what the person typed. */
const INVALID_FIELD: ReadonlySet<CodePageTextName> = new Set([
  'codeWrong',
  'codeMalformed',
  'recoveryCodeMalformed',
]);
