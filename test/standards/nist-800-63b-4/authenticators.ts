import { host, met, unmet, type Requirement } from '../standard.js';

/** Sections 2 and 3: assurance levels, and what each kind of authenticator has to do. */
export const AUTHENTICATORS: readonly Requirement[] = [
  met('2.2.1-factors', 'shall', 'AAL2 takes two different factors', {
    note: "The first factor is the host's. Stepward decides whether a second one is asked for, and reports aal2 only after it.",
  }),
  met('2.2.2-phishing-resistant', 'shall', 'At AAL2 a phishing-resistant option is offered', {
    note: 'With `webauthn` set. Passkeys and security keys are then allowed and preferred by default.',
  }),
  met('2.2.2-replay', 'shall', 'At AAL2 at least one authenticator resists replay'),
  met('2.2.2-intent', 'should', 'A person has to act for each authentication'),
  met('2.2.3-overall', 'should', 'A session at AAL2 ends after at most 24 hours', {
    note: 'The default is 8 hours. The host ends the session when `sessionExpiry` says so.',
  }),
  met('2.2.3-inactivity', 'should', 'It ends after at most an hour without activity', {
    note: 'The default is an hour, 5 minutes in HIPAA mode.',
  }),
  host(
    '3.1.1.2-length',
    'shall',
    'A password used alone has 15 characters, one used with a second factor 8',
    'Set `min_length_without_mfa` of the tenant to 15; it is 8 by default. No policy can go below 8.',
  ),
  met('3.1.1.2-long', 'should', 'Passwords of at least 64 characters are accepted', {
    note: 'Up to 1,024.',
  }),
  met('3.1.1.2-characters', 'shall', 'Each code point of Unicode counts as one character'),
  met('3.1.1.2-composition', 'shall', 'No rules on the composition of passwords', {
    note: 'No rule applies by default, nor in HIPAA mode. A tenant that sets `require_uppercase` or its neighbours no longer meets this.',
  }),
  met('3.1.1.2-rotation', 'shall', 'No periodic change of passwords', {
    note: '`max_age_days` is 0 by default. A tenant that sets it no longer meets this.',
  }),
  host(
    '3.1.1.2-compromise',
    'shall',
    'A password known to be compromised has to be changed',
    'Ask for a new password when you learn of a compromise, and check it with `passwords.check`.',
  ),
  host(
    '3.1.1.2-hints',
    'shall',
    'No password hints and no security questions',
    'Offer neither. Stepward stores none and has no such factor.',
  ),
  host(
    '3.1.1.2-whole',
    'shall',
    'The whole password is verified, without truncation',
    'Use a hash without a length limit, or refuse what exceeds it: bcrypt ignores all after 72 bytes.',
  ),
  met('3.1.1.2-nfc', 'should', 'Unicode is normalised (NFC) before hashing', {
    note: "`normalisePassword` gives the text to hash; the hash is the host's.",
  }),
  met('3.1.1.2-block-list', 'shall', 'New passwords are compared with breached and expected ones', {
    note: 'With `breachedPasswords` set, and the words of the context passed.',
  }),
  met('3.1.1.2-reason', 'shall', 'A refusal gives its reason, and another password is required'),
  host(
    '3.1.1.2-guidance',
    'shall',
    'People get guidance on choosing a password',
    'Show the rules beside the field. Each broken rule has a code, and its limit where it has one.',
  ),
  host(
    '3.1.1.2-throttling',
    'shall',
    'Failed passwords are limited',
    'Limit attempts by person and address where you check passwords.',
  ),
  host(
    '3.1.1.2-managers',
    'shall',
    'Password managers and pasting work',
    'Use an ordinary password field with `autocomplete`, and do not block pasting.',
  ),
  host(
    '3.1.1.2-channel',
    'shall',
    'Passwords are requested over TLS alone',
    'Serve your sign-in pages over TLS alone.',
  ),
  host(
    '3.1.1.2-storage',
    'shall',
    'Passwords are stored salted, under a password hash',
    'Use argon2id or scrypt with current parameters.',
  ),
  met('3.1.2.1-random', 'shall', 'Recovery codes are random, of at least 20 bits', {
    note: 'They have 80 bits, from the random source of Node.',
  }),
  met('3.1.2.1-assurance', 'shall', 'They are issued at the assurance that they will give'),
  met('3.1.2.2-once', 'shall', 'Each is good once'),
  met('3.1.2.2-storage', 'shall', 'Below 112 bits they are stored salted, under a password hash', {
    note: 'scrypt, then HMAC under a key outside the database. Sets of the earlier form, of 10 characters, have no scrypt until they are replaced.',
  }),
  met('3.1.2.2-throttling', 'shall', 'Guesses at codes below 64 bits are limited', {
    note: 'They are limited, with 80 bits too.',
  }),
  met(
    '3.1.3.1-device',
    'shall',
    'Codes go over a separate channel to a device that the person has',
  ),
  host(
    '3.1.3.1-email',
    'shall',
    'E-mail is no second factor',
    'Leave `email` out of `allowed_factors`. Stepward sends no codes by e-mail.',
  ),
  met('3.1.3.2-lifetime', 'shall', 'A code for an authentication is valid for at most 10 minutes', {
    note: 'For 5. A code that confirms an enrolment is valid for 15 by default, which `limits.lifetimeMs` lowers.',
  }),
  met('3.1.3.2-once', 'shall', 'It is accepted once'),
  met('3.1.3.2-random', 'shall', 'It has six random digits'),
  met('3.1.3.2-throttling', 'shall', 'Guesses are limited'),
  met('3.1.3.2-resend', 'shall', 'A new code does not reset the count of wrong ones'),
  met('3.1.3.3-number', 'shall', 'Changing the phone number counts as binding an authenticator'),
  met('3.1.3.3-alternative', 'shall', 'People have an alternative to the telephone network', {
    note: 'Authenticator apps are allowed by default. A tenant that removes `totp` and `webauthn` no longer meets this.',
  }),
  unmet(
    '3.1.3.3-risk',
    'should',
    'Signs of a changed SIM or a ported number are considered before sending',
    'Stepward has no port for such signs. The fraud guard considers countries, prefixes, networks and addresses.',
  ),
  met('3.1.4.1-key', 'shall', 'The secret of an authenticator app has at least 112 bits', {
    note: 'It has 160.',
  }),
  met('3.1.4.2-storage', 'shall', 'Its secret is protected against disclosure'),
  met('3.1.4.2-once', 'shall', 'A code of an app is accepted once'),
  met('3.1.4.2-lifetime', 'shall', 'Its lifetime follows from the expected drift of clocks', {
    note: 'Its own 30 seconds, and those before and after.',
  }),
  met('3.1.4.2-throttling', 'shall', 'Guesses at it are limited'),
  met('3.1.4.2-channel', 'shall', 'Codes and secrets travel over TLS alone', {
    note: "A credential that arrives without TLS is refused. The TLS server is the host's.",
  }),
  met('3.1.6.2-challenge', 'shall', 'The challenge to a key has at least 64 random bits', {
    note: 'It has 256.',
  }),
  met('3.1.6.2-cryptography', 'shall', 'Proofs of a key are verified by approved algorithms', {
    note: 'EdDSA, ES256 and RS256.',
    pages: ['docs/cryptography.md'],
  }),
  met('3.2.1-loss', 'shall', 'A lost authenticator is invalidated promptly after a report', {
    note: 'By the person with another factor, or by an administrator.',
  }),
  host(
    '3.2.1-instructions',
    'shall',
    'People learn how to protect their authenticators, and how to report a loss',
    "Tell them, with the contact of your support. Stepward's pages name none.",
  ),
  met(
    '3.2.2-limit',
    'shall',
    'After at most 100 failures in a row an authenticator is disabled until it is bound again',
  ),
  met('3.2.2-success', 'should', 'A success ends the row of failures', {
    note: 'The hourly budget of ten stays: only time clears it.',
  }),
  met('3.2.5-name', 'shall', 'A phishing-resistant proof is bound to the name of the website', {
    note: 'To the origins and the domain of `createWebAuthn`.',
  }),
  met('3.2.6-channel', 'shall', 'Verifier and relying services authenticate each other', {
    note: 'The Internal API takes a service secret, over TLS alone.',
  }),
  met(
    '3.2.9-alternative',
    'shall',
    'Beside a restricted authenticator (SMS) another one is offered',
    {
      note: 'As for the alternative to the telephone network.',
    },
  ),
  met('3.2.9-notice', 'shall', 'People learn that SMS is the weaker way, and of the alternatives', {
    note: 'On the security page. A host with a page of its own shows it by `securityView`.',
  }),
  host(
    '3.2.9-assessment',
    'shall',
    'The risk of restricted authenticators is assessed',
    'Assess it for your service. What SMS is worth is described in the page on SMS enrolment.',
  ),
  host(
    '3.2.9-plan',
    'shall',
    'There is a plan to move away from restricted authenticators',
    'Plan it. A tenant turns SMS off by leaving `sms` out of `allowed_factors`.',
  ),
  met('3.2.12-random', 'shall', 'Random values come from an approved generator', {
    pages: ['docs/cryptography.md'],
  }),
];
