import { fillText, formatWait } from '../../layout/fill-text.js';
import { CodeInput } from '../code-input.js';
import type { CodePart } from '../factors/factor.js';
import type { FactorCodePageTexts } from '../factors/factors.js';
import { fillingsOf, type CodePageProps, type PartOfPageProps } from './code-page-props.js';

type Props = PartOfPageProps<CodePart<FactorCodePageTexts>>;

/** Asks for a code, and offers a new one where codes are sent. */
export function CodeForms(props: Props) {
  const { view } = props;
  return [
    <SentAgain {...props} />,
    view.hasField && <CodeForm {...props} />,
    view.isSendable && <SendForm {...props} />,
  ];
}

/** Says that a new code was sent. The script says here when the next one can be. */
function SentAgain({ part: { sending }, ...props }: Props) {
  const { view, chosen } = props;
  const { isSentAgain } = view;
  return (
    <p id="status" class={isSentAgain ? 'note good' : ''} role="status">
      {isSentAgain && sending && fillText(chosen.texts[sending.sentAgain], fillingsOf(props))}
    </p>
  );
}

function CodeForm(props: Props) {
  const { view, part, chosen } = props;
  const { texts } = chosen;
  return (
    <form method="post" action={view.address} autocomplete="off">
      {!view.isSentAgain && <p id="hint">{fillText(texts[part.hint], fillingsOf(props))}</p>}
      <input type="hidden" name="csrf" value={view.csrf} />
      <label for="code">{texts[part.label]}</label>
      <Field {...props} />
      <button name="do" value="verify">
        {texts.submit}
      </button>
    </form>
  );
}

function Field({ view: { alert, isSentAgain }, part }: Props) {
  const texts = [...(alert === null ? [] : ['alert']), isSentAgain ? 'status' : 'hint'];
  return (
    <CodeInput
      aria-describedby={texts.join(' ')}
      aria-invalid={alert?.isAboutCode === true ? 'true' : undefined}
      {...part.field}
    />
  );
}

function SendForm({ part: { sending }, ...props }: Props) {
  const { view, chosen } = props;
  const { texts } = chosen;
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
