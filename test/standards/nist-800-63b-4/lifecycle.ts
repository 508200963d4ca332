import { host, met, unmet, type Requirement } from '../standard.js';

/** Sections 4 and 5: binding, recovery, loss, notices and sessions. */
export const LIFECYCLE: readonly Requirement[] = [
  met('4.1-record', 'shall', 'All authenticators of a person are on record, also former ones', {
    note: 'Former ones are in the authentication log, for as long as it is kept.',
  }),
  met('4.1-time', 'shall', 'The record says when each was bound'),
  unmet(
    '4.1-source',
    'should',
    'The record says from which address it was bound',
    'Neither the record nor the authentication log has the address of the client.',
  ),
  met('4.1.2.1-several', 'should', 'A person can bind several authenticators'),
  met(
    '4.1.2.1-assurance',
    'shall',
    'Binding another one needs a session at the assurance of those bound',
    {
      note: 'Where tokens carry `acr`; `requireAssurance` treats an unknown assurance as aal1.',
    },
  ),
  met('4.1.2.1-notice', 'shall', 'People are notified of each binding, over another channel', {
    pages: ['docs/notices.md'],
    note: 'Where `createStepward` has `notices`. Your service sends the mail or message.',
  }),
  met('4.2.1.1-strength', 'shall', 'Saved recovery codes have at least 64 bits', {
    note: 'They have 80.',
  }),
  host(
    '4.2.1.1-advice',
    'should',
    'People are told to keep saved recovery codes offline',
    'Say so beside the codes, or extend the text of the security page.',
  ),
  met(
    '4.2.1.2-issued',
    'shall',
    'A recovery code that is issued to a person is random, short-lived and good once',
    {
      note: 'The temporary pass has 80 bits and is valid for an hour by default, at most for a day.',
    },
  ),
  host(
    '4.2.2-proofing',
    'shall',
    'Recovery without any authenticator repeats the identity proofing',
    'Verify the person as at enrolment before you reset factors or give a temporary pass.',
  ),
  met('4.2.3-notice', 'shall', 'People are notified of each account recovery', {
    note: 'Of a reset, a temporary pass and a recovery code, where `createStepward` has `notices`.',
  }),
  met(
    '4.5-invalidation',
    'shall',
    'Authenticators are invalidated when the person asks, or is no longer entitled',
    {
      note: 'Before you delete a person, remove the factors: Stepward is not notified of deletions.',
    },
  ),
  host(
    '4.6-addresses',
    'should',
    'Notices go to two addresses where two are known',
    'Send each notice to all addresses of the person. Stepward knows none.',
  ),
  host(
    '5.1-secret',
    'shall',
    'A session is bound to a random secret of at least 64 bits, which ends with the session',
    'Use a session library that does so. Stepward keeps no sessions of people.',
  ),
  host(
    '5.1-fallback',
    'shall',
    'A session never falls back from TLS',
    'Set `Secure` on your cookies, and `Strict-Transport-Security`.',
  ),
  met('5.1-forgery', 'shall', 'Requests of a session are protected against forgery by other sites'),
  met('5.1-browser', 'shall', 'A remembered browser is no authentication', {
    pages: ['docs/trusted-devices.md'],
    note: 'A sign-in from a trusted device is at aal1. Do not report aal2 for one. Policies can forbid them.',
  }),
  met(
    '5.1.1-cookies',
    'shall',
    'Session cookies are for TLS and one host alone, and closed to scripts',
    {
      note: "The cookie of a portal session. Those of the host's sessions are the host's.",
    },
  ),
  met('5.1.2-tokens', 'shall', 'An access token is no proof that the person is present', {
    note: '`requireAssurance` asks for a recent authentication with `maxAge`.',
  }),
  met(
    '5.2-reauthentication',
    'shall',
    'A session is not extended beyond its limits by its secret alone',
    {
      note: '`sessionExpiry` gives the end by age, whatever the use. The host ends the session.',
    },
  ),
];
