import type { WebAuthnOptions } from '@stepward/core';
import { readAuthenticatorName } from '@stepward/core/factors';
import { webAuthnScriptVersion } from '../../layout/assets.js';
import type { Form } from '../../links/read-form.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { BrowserPrompt, NeedsScript, responseOf } from './browser-prompt.js';
import { EnrolmentPart } from './enrolment-part.js';
import type { FactorSection, PromptPart } from './factor.js';
import { nameOf } from './name-field.js';
import { PROMPT_REFUSALS } from './prompt-texts.js';
import {
  ACCOUNT_REFUSALS,
  backOf,
  callerOf,
  factorsChanged,
  isAllowed,
  NOT_ALLOWED,
  refused,
  type PartProps,
  type SectionOutcome,
  type SectionVisit,
} from './section.js';
import { stateOf, type FactorState, type SecurityFacts } from './security-facts.js';
import {
  codePageEnglish,
  codePageGerman,
  english,
  german,
  type WebAuthnCodePageTexts,
  type WebAuthnTexts,
} from './webauthn-texts.js';

const codePage: PromptPart<WebAuthnCodePageTexts> = {
  asks: 'browser',
  texts: { en: codePageEnglish, de: codePageGerman },
  hint: 'webauthnHint',
  way: 'useWebauthn',
  ask: 'webauthnAsk',
  askAgain: 'webauthnAskAgain',
  refusals: PROMPT_REFUSALS,
  answerOf: responseOf,
};

type Services = 'webauthn' | 'policies';
type Visit = SectionVisit<WebAuthnTexts, Services>;
type Outcome = SectionOutcome<WebAuthnTexts>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...PROMPT_REFUSALS,
  phone_changed: 'promptExpired',
  factor_not_allowed: 'notAllowed',
  already_enrolled: 'promptKnown',
  too_many_authenticators: 'tooManyAuthenticators',
  name_malformed: 'nameMalformed',
  start_budget_spent: 'startLater',
} as const;

const PATH = '/security/webauthn';

const section: FactorSection<WebAuthnTexts, Services> = {
  services: ['webauthn', 'policies'],
  texts: { en: english, de: german },
  heading: 'webauthnHeading',
  state,
  Part,
  routes: [{ path: PATH, show: (visit) => page(visit, '', null), actions: { start, verify } }],
};

/** Passkeys and security keys as a factor. They need JavaScript, as WebAuthn does. */
export const webauthn = { codePage, section };

function state(facts: SecurityFacts): FactorState {
  return stateOf('webauthn', facts, facts.keepsWebAuthn ? null : 'unavailable');
}

function Part(props: PartProps<WebAuthnTexts>) {
  const { texts } = props.visit.chosen;
  const { webauthnHeading: heading, webauthnAbout: about } = texts;
  return (
    <EnrolmentPart factor="webauthn" heading={heading} about={about} {...props}>
      <NeedsScript texts={texts} class="hint" />
    </EnrolmentPart>
  );
}

/**
 * @param name what the person calls it; empty for no name
 * @param options what the browser is asked; null where there are none to ask it with yet
 */
function page(visit: Visit, name: string, options: WebAuthnOptions | null): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const body = [
    <p>{texts.webauthnCreateHint}</p>,
    <BrowserPrompt
      kind="create"
      options={options}
      action={href(PATH)}
      csrf={csrf}
      again="start"
      label={options === null ? texts.webauthnStart : texts.webauthnCreate}
      kept={{ name }}
      script={href('/security/webauthn.js', { v: webAuthnScriptVersion })}
      texts={texts}
    />,
  ];
  return { title: texts.webauthnHeading, back: backOf(visit), alert: null, body };
}

async function start(visit: Visit, fields: Form): Promise<Outcome> {
  if (!(await isAllowed(visit, 'webauthn'))) return refused(NOT_ALLOWED, REFUSALS);
  const name = nameOf(fields);
  // A name that is refused after the browser has made a credential would leave it behind.
  const named = readAuthenticatorName(name);
  if (name !== '' && named.isErr()) return refused(named.error, REFUSALS);
  const started = await visit.stepward.webauthn.start(callerOf(visit));
  if (started.isErr()) return refused(started.error, REFUSALS);
  return { type: 'show_once', content: page(visit, name, started.value.options) };
}

async function verify(visit: Visit, fields: Form): Promise<Outcome> {
  const name = nameOf(fields);
  const answer = { response: responseOf(fields), name: name === '' ? null : name };
  const verified = await visit.stepward.webauthn.verify(callerOf(visit), answer);
  if (verified.isErr()) return refused(verified.error, REFUSALS, page(visit, name, null));
  return factorsChanged({ text: 'webauthnEnrolled' });
}
