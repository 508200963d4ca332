import { frameEnglish } from '../../portal/portal-texts.js';

/**
 * The texts of `/people`. `{app}` is the name of the brand, `{person}` a name or an id, `{time}` a date and time, `{count}` a
 * number; each may be left out of a text.
 */
export const peopleEnglish = {
  ...frameEnglish,
  heading: 'People',
  intro: 'Find a person who has lost a second factor.',
  searchById: 'Identity id',
  searchByName: 'Name, or identity id',
  search: 'Search',
  noneFound: 'No person was found.',
  namesUnavailable: 'Names are not available at the moment. Search by the identity id.',
  name: 'Name',
  identityId: 'Identity id',
  toSearch: 'All people',
  toPerson: 'Back to the person',

  personHeading: 'Second factors of a person',
  factors: 'Second factors',
  noFactors: 'None',
  recoveryCodes: 'Recovery codes left',
  guesses: 'Wrong answers left',
  guessesBack: 'All are back at {time}.',
  deadline: 'Deadline',
  deadlineAt: 'May sign in without a second factor until {time}.',
  deadlineOver: 'Must set up a second factor to sign in, since {time}.',
  livePass: 'Temporary pass',
  livePassUntil: 'Can be used once, until {time}.',
  suspended: 'Suspended after too many wrong answers',
  addedAt: 'Added on {time}.',
  usedAt: 'Last used on {time}.',
  neverUsed: 'Not used yet.',
  factor_webauthn: 'Passkey or security key',
  factor_totp: 'Authenticator app',
  factor_sms: 'Text messages',
  factor_email: 'E-mail',
  factor_recovery_code: 'Recovery codes',

  verifyFirst:
    'Verify who asks first. A stranger who talks you into this can take over the account.',
  reasonLabel: 'Reason',
  reasonHint: 'For example “lost her phone”. It is kept in the logs. At most 500 characters.',

  reset: 'Reset second factors',
  resetHeading: 'Reset second factors?',
  resetText:
    'This removes second factors of {person}. Codes that were sent and a temporary pass stop working. The person may be signed out. It cannot be undone.',
  resetWhat: 'What to remove',
  resetAll: 'Everything that {app} keeps, with the recovery codes',
  resetSome: 'Only what I select',
  resetDone: 'The second factors of {person} were reset.',

  pass: 'Give a temporary pass',
  passHeading: 'Give a temporary pass?',
  passText:
    'With the pass, {person} can sign in once to set up a second factor. It replaces an earlier pass.',
  minutesLabel: 'Valid for, in minutes',
  minutesHint: 'From 5 to 1440, which is one day.',
  passShownHeading: 'Copy the pass now',
  passShownText:
    'Give it to {person} in a way that you trust. It works once, until {time}. It is shown only now and cannot be shown again.',
  passLabel: 'Temporary pass',
  passDone: 'I have copied it',
  withdraw: 'Withdraw the temporary pass',
  withdrawn: 'The temporary pass of {person} was withdrawn.',

  devices: 'Trusted browsers',
  deviceUnknown: 'Unknown browser',
  deviceSince: 'Trusted on {time}.',
  deviceUntil: 'Until {time}.',
  endDevice: 'End',
  deviceEnded: 'A browser of {person} is not trusted any more.',
  deviceGone: 'This browser was not trusted any more.',

  noRead: 'You do not have the permission to see people.',
  noWrite: 'You do not have the permission to change this.',
  stepUpNeeded: 'Your session was not verified with a second factor.',
  stepUp: 'Verify your identity',
  needsAal2: 'Your session was not verified with a second factor. Sign in again with one.',
  selfRefused:
    'You cannot reset your own second factors or give yourself a pass. Ask another administrator.',
  isSuspended: 'The person is suspended and cannot sign in, with or without a pass.',
  passNotFound: 'The person has no temporary pass. It was used, has expired, or was withdrawn.',
  sessionsLeft:
    'The reset is not complete, because the sessions of the person could not be ended. Reset again in a moment.',
  refused: 'Nothing was changed. Correct the marked fields.',
  faultReason: 'Enter a reason of at most 500 characters.',
  faultFactors: 'Select at least one.',
  faultMinutes: 'Enter a whole number from 5 to 1440.',
};

export type PeopleTexts = Readonly<typeof peopleEnglish>;
