import { host, met, unmet, type Requirement } from '../standard.js';

/** V7 to V10: sessions, authorisation, tokens, OAuth. */
export const SESSIONS_AND_ACCESS: readonly Requirement[] = [
  met('7.1.1', 2, 'Limits of sessions are documented, with what deviates from NIST', {
    pages: ['docs/security-policy.md', 'docs/sign-in.md'],
    note: 'The defaults, 8 hours and 60 minutes, do not deviate.',
  }),
  host(
    '7.1.2',
    2,
    'The number of parallel sessions is documented',
    'Document it. Stepward has no limit for it.',
  ),
  host(
    '7.1.3',
    2,
    'Sessions over several systems are documented',
    'Document which systems keep sessions, and how ending one reaches the others.',
  ),
  met('7.2.1', 1, 'Tokens are verified on the server'),
  host(
    '7.2.2',
    1,
    'Sessions have tokens of their own, no fixed secrets',
    'Use a session library or an authorisation server.',
  ),
  host('7.2.3', 1, 'Session tokens have 128 random bits', 'The same.'),
  host(
    '7.2.4',
    1,
    'Each authentication gives a new session token',
    'Renew the id of the session at sign-in and after each step-up.',
  ),
  met('7.3.1', 2, 'Sessions end without activity', {
    note: 'The host ends them by `sessionExpiry`.',
  }),
  met('7.3.2', 2, 'Sessions end by age', { note: 'The same.' }),
  host(
    '7.4.1',
    1,
    'An ended session is unusable',
    'End it in your store. Tokens that are valid without a look-up need a short life.',
  ),
  host(
    '7.4.2',
    1,
    'Sessions end with the account',
    'End them when you suspend or delete a person. The Account API, sign-in and step-up refuse suspended people at once. A token for the Customer API is good until it expires: see [a suspended administrator](customer-api.md#a-suspended-administrator).',
  ),
  met('7.4.3', 2, 'People can end their other sessions after a change of factors', {
    note: 'On the security page, with the port `sessions`. A page of your own offers `DELETE /v1/account/sessions`.',
  }),
  host('7.4.4', 2, 'Signing out is easy to find', 'Show it in the frame of your pages.'),
  met('7.4.5', 2, 'Administrators can end the sessions of a person', {
    note: 'A reset ends them, with or without factors to remove.',
  }),
  unmet(
    '7.5.1',
    2,
    'Factors, phone number and their like change after a full authentication only',
    'A change needs aal2 once a person has a factor, but of any age within the session.',
  ),
  met('7.5.2', 2, 'People see their sessions, and end them after an authentication', {
    note: 'On the security page and over the Account API, with the port `sessions`.',
  }),
  met('7.6.1', 2, 'Sessions between providers and services end as documented', {
    note: '`maxAge` of `requireAssurance` asks for a recent authentication.',
  }),
  host('7.6.2', 2, 'A session begins by an act of the person', 'Sign nobody in by a link alone.'),
  met('8.1.1', 1, 'Rules on functions and data are documented', {
    pages: ['docs/customer-api.md', 'docs/http.md'],
  }),
  met('8.1.2', 2, 'Rules on fields are documented', { pages: ['docs/security-policy.md'] }),
  met('8.2.1', 1, 'Functions are open to those with the right alone'),
  met('8.2.2', 1, 'Data of others cannot be reached by its id'),
  met('8.2.3', 2, 'Fields cannot be read or written without the right'),
  met('8.3.1', 1, 'Rules are enforced on the server'),
  met('8.4.1', 2, 'No operation reaches another tenant'),
  met('9.1.1', 1, 'Signatures of tokens are verified before their content is used'),
  met('9.1.2', 1, 'Algorithms are on a list, without `none`'),
  met('9.1.3', 1, 'Keys come from configured sources'),
  met('9.2.1', 1, 'Tokens are accepted within their time only'),
  met('9.2.2', 2, 'Tokens are of the right type'),
  met('9.2.3', 2, 'Tokens are for this service (audience)'),
  met('10.3.1', 2, 'Access tokens are for this resource server'),
  unmet(
    '10.3.2',
    2,
    '`sub`, `scope` and `authorization_details` of a token decide',
    '`sub` and `scope` do. `authorization_details` is not read.',
  ),
  met('10.3.3', 2, 'A person is known by claims that nobody else gets', {
    note: '`sub` of the configured issuer.',
  }),
  met('10.3.4', 2, 'Strength and age of the authentication are checked'),
];
