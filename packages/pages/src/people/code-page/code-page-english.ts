import { LEFT_TO_RIGHT } from '../../texts/language.js';

/** The texts of the code page that are about no factor. */
export const codePageEnglish = {
  ...LEFT_TO_RIGHT,
  heading: 'Verify your identity',
  /** Before the page's title if the last code was refused. */
  errorTitle: 'Error',
  submit: 'Continue',
  /** Before what the person approves, such as a payment. */
  approving: 'You approve:',

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

export type CodePageFrameTexts = Readonly<typeof codePageEnglish>;
