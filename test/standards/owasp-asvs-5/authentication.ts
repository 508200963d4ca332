import { host, met, unmet, type Requirement } from '../standard.js';

/** V6: authentication. */
export const AUTHENTICATION: readonly Requirement[] = [
  met(
    '6.1.1',
    1,
    'The documents describe limits and locks, and how locking others out is prevented',
    {
      pages: ['docs/rate-limits.md', 'docs/sms-enrolment.md', 'SECURITY.md'],
    },
  ),
  host(
    '6.1.2',
    2,
    'Words that passwords must not contain are documented',
    'Document your list, and pass it as the context of `passwords.check`.',
  ),
  met('6.1.3', 2, 'All ways to authenticate are documented with their strength', {
    pages: ['docs/sign-in.md'],
  }),
  met('6.2.1', 1, 'Passwords have at least 8 characters; 15 are advised', {
    pages: ['docs/passwords.md'],
  }),
  host('6.2.2', 1, 'People can change their password', 'Offer it.'),
  host('6.2.3', 1, 'A change needs the current password', 'Ask for it.'),
  met('6.2.4', 1, 'New passwords are compared with the 3,000 most common ones', {
    note: 'With `createHibp`. Where it cannot be reached, `onBreachCheckError: "refuse"` accepts no password.',
  }),
  met('6.2.5', 1, 'No rules on the composition of passwords', {
    note: 'No rule applies by default. A tenant that sets `require_uppercase` or its neighbours no longer meets this.',
  }),
  host('6.2.6', 1, 'Password fields hide what is typed', 'Use `type=password`.'),
  host('6.2.7', 1, 'Pasting and password managers work', 'Do not block them.'),
  host(
    '6.2.8',
    1,
    'Passwords are verified as they were typed',
    'Neither shorten nor fold them. Normalising to NFC is what NIST advises.',
  ),
  met('6.2.9', 2, 'Passwords of 64 characters are accepted'),
  met('6.2.10', 2, 'No periodic change of passwords', {
    note: '`max_age_days` is 0 by default. A tenant that sets it no longer meets this.',
  }),
  met('6.2.11', 2, 'The documented words are refused', { note: 'Those that you pass as context.' }),
  met('6.2.12', 2, 'New passwords are compared with breached ones', { note: 'With `createHibp`.' }),
  met('6.3.1', 1, 'The documented limits on guesses hold', {
    note: "Those on passwords are the host's.",
  }),
  met('6.3.2', 1, 'There are no default accounts', {
    note: 'Nor default keys: without a service secret, the Internal API refuses every request.',
  }),
  met('6.3.3', 2, 'A second factor is required', {
    note: 'Where the tenant sets `enforcement` to `required`.',
  }),
  met('6.3.4', 2, 'All ways to sign in have the same rules', {
    note: 'One function decides for every first factor. Call it on each way that your service has.',
  }),
  met('6.4.1', 1, 'Initial secrets are random, end soon, and cannot be kept', {
    note: 'The temporary pass.',
  }),
  host('6.4.2', 1, 'No hints and no security questions', 'Offer neither. Stepward has none.'),
  host(
    '6.4.3',
    2,
    'Resetting a password does not skip the second factor',
    'Call `decideSignIn` after a reset as after a password.',
  ),
  host(
    '6.4.4',
    2,
    'A lost factor is replaced after proof of identity as at enrolment',
    'Verify the person before an administrator resets factors or gives a pass.',
  ),
  met('6.5.1', 2, 'Codes, recovery codes and codes of apps are good once'),
  unmet(
    '6.5.2',
    2,
    'Recovery codes below 112 bits are stored salted, under a password hash',
    'They have 80 bits and are stored salted under scrypt, and HMAC with a key outside the database. The cost of scrypt is N = 2^14; ASVS lists N = 2^17 for passwords.',
  ),
  met('6.5.3', 2, 'Codes and secrets come from a secure generator', {
    pages: ['docs/cryptography.md'],
  }),
  met('6.5.4', 2, 'They have at least 20 bits, or six digits'),
  unmet(
    '6.5.5',
    2,
    'Codes that are sent end after 10 minutes, those of apps after 30 seconds',
    'A code for a step-up ends after 5 minutes, one for an enrolment after 15, as the specification demands; `limits.lifetimeMs` lowers it. A code of an app is also accepted in the 30 seconds before and after its own.',
  ),
  met(
    '6.6.1',
    2,
    'SMS is offered to verified numbers, beside a stronger way, with a word on its risk',
    {
      note: 'The security page has the word on the risk.',
    },
  ),
  met('6.6.2', 2, 'A code belongs to the request that it was made for'),
  met('6.6.3', 2, 'Guesses at codes are limited'),
  host(
    '6.8.1',
    2,
    'A person of one identity provider cannot pass for one of another',
    'Give people ids that no two providers share. `createJwtAuthenticator` accepts one issuer.',
  ),
  met('6.8.2', 2, 'Signatures of assertions are always verified'),
  met('6.8.4', 2, 'Strength and age of an authentication elsewhere are checked', {
    note: 'A token without `acr` counts as the weakest where `requireAssurance` is set.',
  }),
];
