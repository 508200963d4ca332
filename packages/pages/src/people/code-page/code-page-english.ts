import type { Language } from '../../texts/language.js';

/** The texts of the code page that are about no factor of their own. */
export interface CodePageFrameTexts extends Language {
  readonly heading: string;
  /** Before the page's title if the last code was refused. */
  readonly errorTitle: string;
  readonly submit: string;

  readonly notReceived: string;
  readonly send: string;
  readonly wait: string;
  readonly waitOver: string;
  readonly otherWays: string;

  readonly factorSuspended: string;
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

export const codePageEnglish: CodePageFrameTexts = {
  direction: 'ltr',
  heading: 'Verify your identity',
  errorTitle: 'Error',
  submit: 'Continue',

  notReceived: 'No message?',
  send: 'Send the code',
  wait: 'You can request a new code in {time}.',
  waitOver: 'You can request a new code now.',
  otherWays: 'Use another method',

  factorSuspended:
    'Too many wrong codes were entered in a row, so this method is locked. Use another method, then set this one up again.',
  factorUnavailable: 'This method is not available. Use another method, or ask your administrator.',
  busy: 'Your last request is still being processed. Wait a moment, then try again.',

  linkInvalidHeading: 'This link does not work',
  linkInvalid: 'It may be incomplete. Go back to the application and try again.',
  linkExpiredHeading: 'This link has expired',
  linkExpired: 'For your security, it works for a few minutes only. Go back and try again.',
  linkUsedHeading: 'This link was already used',
  linkUsed: 'If you entered the code yourself, continue in the application.',
  sessionEndedHeading: 'You are signed out',
  sessionEnded: 'Your session has ended. Sign in again to continue.',
  requestRefusedHeading: 'The form could not be accepted',
  requestRefused: 'Nothing was checked or sent. Open the page again.',
  failedHeading: 'Something went wrong',
  failed: 'This is not your fault. Open the page again in a moment.',
  reload: 'Open the page again',
};
