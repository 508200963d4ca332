import { scriptAddress, styleAddress } from '../../layout/assets.js';
import type { Brand } from '../../layout/brand.js';
import type { PageFrame } from '../../layout/create-renderer.js';
import { Document } from '../../layout/document.js';
import { fillText, formatWait, PhoneNumber, type Fillings } from '../../layout/fill-text.js';
import { CodeInput } from '../code-input.js';
import { FACTORS } from '../factors/factors.js';
import type { CodePageTexts } from './code-page-texts.js';
import type { CodePageView } from './code-page-view.js';

/** A page and the language and brand that it is shown in. */
export interface CodePageProps extends PageFrame<CodePageTexts> {
  readonly view: CodePageView;
}

/** Asks for a code, and offers a new one and other factors. */
export function CodePage(props: CodePageProps) {
  const { view, chosen, brand } = props;
  const { texts } = chosen;
  const isRefused = view.alert !== null;
  const frame = { chosen, brand, style: styleAddress(brand), script: scriptAddress };
  return (
    <Document
      title={isRefused ? `${texts.errorTitle}: ${texts.heading}` : texts.heading}
      {...frame}
    >
      <h1>{texts.heading}</h1>
      <Results {...props} />
      {view.hasField && <CodeForm {...props} />}
      {view.isSendable && <SendForm {...props} />}
      {view.otherWays.length > 0 && <OtherWays {...props} />}
    </Document>
  );
}

/** Why the last form was refused, or that a new code was sent. */
function Results({ view, chosen: { texts }, brand }: CodePageProps) {
  const { alert, isSentAgain } = view;
  const { sending } = FACTORS[view.factor].codePage;
  return [
    alert !== null && (
      <p id="alert" class="note bad" role="alert">
        {fillText(texts[alert.text], { time: formatWait(view.waitMs) })}
      </p>
    ),
    <p id="status" class={isSentAgain ? 'note good' : ''} role="status">
      {isSentAgain && sending && fillText(texts[sending.sentAgain], fillingsOf(view, brand))}
    </p>,
  ];
}

function CodeForm({ view, chosen: { texts }, brand }: CodePageProps) {
  const { hint, label } = FACTORS[view.factor].codePage;
  return (
    <form method="post" action={view.address} autocomplete="off">
      {!view.isSentAgain && <p id="hint">{fillText(texts[hint], fillingsOf(view, brand))}</p>}
      <input type="hidden" name="csrf" value={view.csrf} />
      <label for="code">{texts[label]}</label>
      <Field view={view} />
      <button name="do" value="verify">
        {texts.submit}
      </button>
    </form>
  );
}

function Field({ view: { factor, alert, isSentAgain } }: Pick<CodePageProps, 'view'>) {
  const { field, malformed } = FACTORS[factor].codePage;
  const isAboutField = alert?.text === 'codeWrong' || alert?.text === malformed;
  const texts = [...(alert === null ? [] : ['alert']), isSentAgain ? 'status' : 'hint'];
  return (
    <CodeInput
      aria-describedby={texts.join(' ')}
      aria-invalid={isAboutField ? 'true' : undefined}
      {...field}
    />
  );
}

function SendForm(props: CodePageProps) {
  const { view, chosen } = props;
  const { texts } = chosen;
  const { sending } = FACTORS[view.factor].codePage;
  const form = (
    <form method="post" action={view.address}>
      <input type="hidden" name="csrf" value={view.csrf} />
      {view.waitMs > 0 && <Wait {...props} />}
      <button id="send" name="do" value="send" class={view.hasField ? 'plain' : undefined}>
        {view.hasField ? texts.sendAgain : texts.send}
      </button>
    </form>
  );
  if (!view.hasField) return [sending && <p>{texts[sending.notSent]}</p>, form];
  return (
    <section>
      <h2>{texts.notReceived}</h2>
      {form}
    </section>
  );
}

/** The script counts it down. */
function Wait({ view: { waitMs }, chosen: { texts } }: CodePageProps) {
  return (
    <p id="wait" class="soft" data-ms={waitMs} data-text={texts.wait} data-over={texts.waitOver}>
      {fillText(texts.wait, { time: formatWait(waitMs) })}
    </p>
  );
}

function OtherWays({ view, chosen: { texts } }: CodePageProps) {
  return (
    <section>
      <h2>{texts.otherWays}</h2>
      <ul>
        {view.otherWays.map(({ factor, address }) => (
          <li>
            <a href={address}>{texts[FACTORS[factor].codePage.way]}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function fillingsOf({ sentTo }: CodePageView, brand: Brand): Fillings {
  return { app: brand.name, phone: <PhoneNumber masked={sentTo ?? ''} /> };
}
