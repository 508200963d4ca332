import { scriptAddress, styleAddress, webAuthnScriptVersion } from '../../layout/assets.js';
import { Document } from '../../layout/document.js';
import { fillText, formatWait } from '../../layout/fill-text.js';
import { BrowserPrompt } from '../factors/browser-prompt.js';
import type { PromptPart } from '../factors/factor.js';
import { FACTORS, type FactorCodePageTexts } from '../factors/factors.js';
import { CodeForms } from './code-forms.js';
import { fillingsOf, type CodePageProps, type PartOfPageProps } from './code-page-props.js';

/** Asks for a code, or for a passkey or security key, and offers other factors. */
export function CodePage(props: CodePageProps) {
  const { view, chosen, brand } = props;
  const { texts } = chosen;
  const part = FACTORS[view.factor].codePage;
  const isRefused = view.alert !== null;
  const frame = { chosen, brand, style: styleAddress(brand), script: scriptAddress };
  return (
    <Document
      title={isRefused ? `${texts.errorTitle}: ${texts.heading}` : texts.heading}
      {...frame}
    >
      <h1>{texts.heading}</h1>
      {view.operation !== null && (
        <p id="operation" class="note">
          {texts.approving} <strong dir="auto">{view.operation}</strong>
        </p>
      )}
      <Refusal {...props} />
      {part.asks === 'code' ? (
        <CodeForms part={part} {...props} />
      ) : (
        <PromptForm part={part} {...props} />
      )}
      {view.otherWays.length > 0 && <OtherWays {...props} />}
    </Document>
  );
}

/** Why the last form was refused. */
function Refusal({ view: { alert, waitMs }, chosen: { texts } }: CodePageProps) {
  if (alert === null) return null;
  return (
    <p id="alert" class="note bad" role="alert">
      {fillText(texts[alert.text], { time: formatWait(waitMs) })}
    </p>
  );
}

/** The first form gets what the browser is asked; the page that follows asks it. */
function PromptForm({ part, ...props }: PartOfPageProps<PromptPart<FactorCodePageTexts>>) {
  const { view, chosen } = props;
  const { texts } = chosen;
  return [
    <p>{fillText(texts[part.hint], fillingsOf(props))}</p>,
    <BrowserPrompt
      kind="get"
      options={view.options}
      action={view.address}
      csrf={view.csrf}
      again="send"
      label={texts[view.options === null ? part.ask : part.askAgain]}
      script={`sms-verify/webauthn.js?v=${webAuthnScriptVersion}`}
      texts={texts}
    />,
  ];
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
