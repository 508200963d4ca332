import type { CodePageTexts } from './code-page-texts.js';

export const english: CodePageTexts = {
  direction: 'ltr',
  heading: 'Verify your identity',
  errorTitle: 'Error',

  smsSent: 'We sent a 6-digit code by text message to {phone}. Enter it here.',
  smsSentAgain:
    'We sent a new code to {phone}. Enter the newest code; earlier ones no longer work.',
  smsNotSent: 'We can send a 6-digit code by text message to your phone.',
  totpHint: 'Open your authenticator app and enter the 6-digit code that it shows for {app}.',
  recoveryCodeHint:
    'Enter one of the recovery codes that you saved when you set up {app}. Each works once.',
  codeLabel: '6-digit code',
  recoveryCodeLabel: 'Recovery code',
  submit: 'Continue',

  notReceived: 'No message?',
  send: 'Send the code',
  sendAgain: 'Send a new code',
  wait: 'You can ask for a new code in {time}.',
  waitOver: 'You can ask for a new code now.',

  otherWays: 'Use another way',
  useSms: 'A code by text message',
  useTotp: 'Your authenticator app',
  useRecoveryCode: 'A recovery code',

  codeWrong: 'The code is wrong. Check it and enter it again.',
  codeMalformed: 'Enter the 6 digits of the code.',
  recoveryCodeMalformed: 'Enter the 10 characters of the recovery code.',
  codeExpired: 'This code has expired. Ask for a new one.',
  codeWithdrawn: 'This code is no longer valid. Ask for a new one.',
  attemptsSpent:
    'There were too many wrong codes. Ask for a new one. If that does not help, wait an hour.',
  factorSuspended:
    'There were too many wrong codes in a row, so this way is suspended. Use another one, then set this one up again.',
  nothingPending: 'There is no valid code. Ask for a new one.',
  sendLater: 'Too many codes were asked for. You can ask for a new one in {time}.',
  notSent: 'The message could not be sent. Try again, or use another way.',
  factorUnavailable: 'This way cannot be used here. Use another one, or ask your administrator.',
  busy: 'Your last request is still running. Wait a moment and try again.',

  linkInvalidHeading: 'This link does not work',
  linkInvalid: 'It may be incomplete. Go back to the application and try again from there.',
  linkExpiredHeading: 'This link has expired',
  linkExpired: 'For your security it works for a few minutes. Go back and try again.',
  linkUsedHeading: 'This link was already used',
  linkUsed: 'If you entered the code yourself, you can go on in the application.',
  sessionEndedHeading: 'You are signed out',
  sessionEnded: 'Your session has ended. Sign in again, then you can go on.',
  requestRefusedHeading: 'The form could not be accepted',
  requestRefused: 'Nothing was checked and nothing was sent. Open the page again.',
  failedHeading: 'Something went wrong',
  failed: 'It is not your fault. Open the page again in a moment.',
  reload: 'Open the page again',
};
