import type { Language } from '../../texts/language.js';

/**
 * All texts of the pages in one language. `{app}` is the application's name, `{phone}` the masked number, `{time}` a
 * wait as `1:30`; each may be left out of a text.
 */
export interface CodePageTexts extends Language {
  readonly heading: string;
  /** Before the page's title if the last code was refused. */
  readonly errorTitle: string;

  readonly smsSent: string;
  readonly smsSentAgain: string;
  readonly smsNotSent: string;
  readonly totpHint: string;
  readonly recoveryCodeHint: string;
  readonly codeLabel: string;
  readonly recoveryCodeLabel: string;
  readonly submit: string;

  readonly notReceived: string;
  readonly send: string;
  readonly sendAgain: string;
  readonly wait: string;
  readonly waitOver: string;

  readonly otherWays: string;
  readonly useSms: string;
  readonly useTotp: string;
  readonly useRecoveryCode: string;

  readonly codeWrong: string;
  readonly codeMalformed: string;
  readonly recoveryCodeMalformed: string;
  readonly codeExpired: string;
  readonly codeWithdrawn: string;
  readonly attemptsSpent: string;
  readonly factorSuspended: string;
  readonly nothingPending: string;
  readonly sendLater: string;
  readonly notSent: string;
  readonly factorUnavailable: string;
  readonly busy: string;

  readonly linkInvalidHeading: string;
  readonly linkInvalid: string;
  readonly linkExpiredHeading: string;
  readonly linkExpired: string;
  readonly linkUsedHeading: string;
  readonly linkUsed: string;
  readonly sessionEndedHeading: string;
  readonly sessionEnded: string;
  readonly requestRefusedHeading: string;
  readonly requestRefused: string;
  readonly failedHeading: string;
  readonly failed: string;
  readonly reload: string;
}

/** The name of a text. */
export type CodePageTextName = Exclude<keyof CodePageTexts, 'direction'>;
