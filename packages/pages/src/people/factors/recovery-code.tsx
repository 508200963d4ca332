import { fillText } from '../../layout/fill-text.js';
import { PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { codeOf } from './code-form.js';
import { ObstacleHint } from './enrolment-part.js';
import type { CodePart, FactorSection } from './factor.js';
import {
  ACCOUNT_REFUSALS,
  callerOf,
  FACTORS_CHANGED,
  refused,
  type PartProps,
  type SectionOutcome,
  type SectionVisit,
} from './section.js';
import type { FactorState, SecurityFacts } from './security-facts.js';

/** `{app}` is the name of the brand. */
const codePageEnglish = {
  recoveryCodeHint:
    'Enter one of the recovery codes that you saved for {app}. Each code works once.',
  recoveryCodeLabel: 'Recovery code',
  recoveryCodeMalformed: 'Enter all 16 characters of the recovery code. Earlier codes have 10.',
  useRecoveryCode: 'Use a recovery code',
};

export type RecoveryCodePageTexts = Readonly<typeof codePageEnglish>;

const codePageGerman: RecoveryCodePageTexts = {
  recoveryCodeHint:
    'Geben Sie einen der Wiederherstellungscodes ein, die Sie bei der Einrichtung von {app} gespeichert haben. Jeder gilt einmal.',
  recoveryCodeLabel: 'Wiederherstellungscode',
  recoveryCodeMalformed:
    'Geben Sie alle 16 Zeichen des Wiederherstellungscodes ein. Frühere Codes haben 10.',
  useRecoveryCode: 'Ein Wiederherstellungscode',
};

const codePage: CodePart<RecoveryCodePageTexts> = {
  asks: 'code',
  texts: { en: codePageEnglish, de: codePageGerman },
  hint: 'recoveryCodeHint',
  way: 'useRecoveryCode',
  label: 'recoveryCodeLabel',
  answerOf: codeOf,
  refusals: { code_malformed: 'recoveryCodeMalformed' },
  field: { inputmode: 'text', autocomplete: 'off', autocapitalize: 'characters' },
  sending: null,
};

/** `{count}` is a number. */
const english = {
  recoveryHeading: 'Recovery codes',
  recoveryAbout: 'Use one of these if you lose your phone. Each code works once.',
  recoveryLeft: 'Codes left: {count}',
  recoveryNone: 'You have none.',
  recoveryMake: 'Generate recovery codes',
  recoveryReplace: 'Replace them with new codes',
  recoveryMadeHeading: 'Your recovery codes',
  recoveryKeep:
    'Save these codes now, in a password manager or on paper. They will not be shown again. Earlier codes no longer work.',
  recoveryDone: 'I have saved them',
};

export type RecoveryCodeTexts = Readonly<typeof english>;

const german: RecoveryCodeTexts = {
  recoveryHeading: 'Wiederherstellungscodes',
  recoveryAbout: 'Für den Fall, dass Sie Ihr Telefon verlieren. Jeder Code gilt einmal.',
  recoveryLeft: 'Übrige Codes: {count}',
  recoveryNone: 'Sie haben keine.',
  recoveryMake: 'Wiederherstellungscodes erstellen',
  recoveryReplace: 'Durch neue Codes ersetzen',
  recoveryMadeHeading: 'Ihre Wiederherstellungscodes',
  recoveryKeep:
    'Bewahren Sie diese Codes jetzt auf: in einem Passwortmanager oder auf Papier. Sie werden nicht noch einmal gezeigt. Frühere Codes gelten nicht mehr.',
  recoveryDone: 'Ich habe sie aufbewahrt',
};

type Visit = SectionVisit<RecoveryCodeTexts, 'recoveryCodes'>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  factor_not_allowed: 'notAllowed',
  no_factor: 'needsFactor',
  start_budget_spent: 'startLater',
} as const;

const section: FactorSection<RecoveryCodeTexts, 'recoveryCodes'> = {
  services: ['recoveryCodes'],
  texts: { en: english, de: german },
  heading: 'recoveryHeading',
  state,
  Part,
  actions: { make_codes: makeCodes },
  routes: [],
};

/** Recovery codes. They are shown only once. */
export const recoveryCode = { codePage, section };

/** They replace another factor, so there must be one. */
function state({ status }: SecurityFacts): FactorState {
  const obstacle = status.enabled ? null : 'no_factor';
  return { isEnrolled: status.backupCodesRemaining > 0, obstacle };
}

function Part({ visit, view, isLocked }: PartProps<RecoveryCodeTexts>) {
  const { texts } = visit.chosen;
  const count = view.recoveryCodesLeft;
  const obstacle = view.factors.find(({ factor }) => factor === 'recovery_code')?.obstacle ?? null;
  return (
    <section>
      <h2>{texts.recoveryHeading}</h2>
      <p>{texts.recoveryAbout}</p>
      <p>
        {count > 0 ? fillText(texts.recoveryLeft, { count: String(count) }) : texts.recoveryNone}
      </p>
      {obstacle !== null && <ObstacleHint obstacle={obstacle} texts={texts} />}
      {obstacle === null && !isLocked && (
        <PortalForm action={visit.href('/security')} csrf={visit.csrf}>
          <button name="do" value="make_codes" class={count > 0 ? 'plain' : undefined}>
            {count > 0 ? texts.recoveryReplace : texts.recoveryMake}
          </button>
        </PortalForm>
      )}
    </section>
  );
}

async function makeCodes(visit: Visit): Promise<SectionOutcome<RecoveryCodeTexts>> {
  const made = await visit.stepward.recoveryCodes.generate(callerOf(visit));
  if (made.isErr()) return refused(made.error, REFUSALS);
  return { type: 'show_once', content: shownCodes(visit, made.value.codes) };
}

function shownCodes({ chosen, href }: Visit, codes: readonly string[]): PortalContent {
  const { texts } = chosen;
  const body = [
    <p>{texts.recoveryKeep}</p>,
    <pre dir="ltr">{codes.join('\n')}</pre>,
    <p>
      <a href={href('/security', FACTORS_CHANGED)}>{texts.recoveryDone}</a>
    </p>,
  ];
  return { title: texts.recoveryMadeHeading, back: null, alert: null, body };
}
