import { host, met, type Requirement } from '../standard.js';

/** V1 to V4: encoding, validation, browsers, APIs. */
export const INPUT_AND_BROWSER: readonly Requirement[] = [
  met('1.1.1', 2, 'Input is decoded once, before it is validated'),
  met('1.1.2', 2, 'Output is encoded last, where it is interpreted'),
  met('1.2.1', 1, 'Output is encoded for its context'),
  met('1.2.2', 1, 'URLs are built with encoded parts and safe schemes'),
  met('1.2.3', 1, 'Scripts and JSON are not built from unescaped text', {
    note: 'Pages have no inline scripts.',
  }),
  met('1.2.4', 1, 'Statements of the database have parameters'),
  met('1.3.2', 1, 'No input is executed as code', {
    pages: ['.oxlintrc.json'],
    note: 'Lint rules forbid `eval`. zod compiles the schemas of Stepward where the runtime allows it; no input is part of them.',
  }),
  met('1.3.3', 2, 'Text for risky places is limited to safe characters and lengths'),
  met('1.3.6', 2, 'Requests to addresses that users choose are restricted (SSRF)', {
    note: 'https and listed ports only, to public addresses, which are resolved once and pinned.',
  }),
  met('1.3.7', 2, 'Templates cannot be extended by input'),
  met('1.4.2', 2, 'Numbers are checked for sign and range'),
  met('1.5.2', 2, 'Untrusted input is deserialised safely', {
    note: 'JSON only, checked against a schema.',
  }),
  met('2.1.1', 1, 'The documents say how input is validated', {
    pages: ['docs/http.md', 'docs/security-policy.md'],
  }),
  met('2.1.2', 2, 'They say which combinations are valid', { pages: ['docs/security-policy.md'] }),
  met('2.1.3', 2, 'They state limits per person and overall', {
    pages: ['docs/sms-enrolment.md', 'docs/rate-limits.md'],
  }),
  met('2.2.1', 1, 'Input is checked against what is expected'),
  met('2.2.2', 1, 'It is checked on the server'),
  met('2.2.3', 2, 'Combinations are checked'),
  met('2.3.1', 1, 'Steps cannot be skipped or done out of order'),
  met('2.3.2', 2, 'The documented limits hold'),
  met('2.3.3', 2, 'An operation takes effect whole or not at all'),
  met('2.3.4', 2, 'What is limited cannot be taken twice by parallel requests'),
  met('2.4.1', 2, 'Excessive calls of costly functions are stopped'),
  met('3.2.1', 1, 'Answers cannot be rendered in another context'),
  met('3.2.2', 1, 'Text is shown as text'),
  met('3.3.1', 1, 'Cookies are `Secure`, with a prefix of their name', {
    note: 'Here and below: the cookie of a portal session, the only one that Stepward sets.',
  }),
  met('3.3.2', 2, 'Cookies have the `SameSite` of their purpose'),
  met('3.3.3', 2, 'Cookies have the prefix `__Host-`'),
  met('3.3.4', 2, 'Session cookies are `HttpOnly`, and their value is nowhere else'),
  host(
    '3.4.1',
    1,
    '`Strict-Transport-Security` of a year or more, at level 2 with subdomains',
    'Set it for the whole host name, in your service or its proxy, for subdomains as well.',
  ),
  met('3.4.2', 1, 'CORS allows listed origins only', {
    note: 'Stepward sets no CORS headers. Name origins one by one in the middleware of your framework.',
  }),
  met('3.4.3', 2, 'A content security policy allows trusted sources only', {
    note: 'On every page, and on the JSON of the APIs.',
  }),
  met('3.4.4', 2, 'Every answer has `X-Content-Type-Options: nosniff`'),
  met('3.4.5', 2, 'A referrer policy keeps addresses from other sites', { note: 'On every page.' }),
  met('3.4.6', 2, 'Every answer has `frame-ancestors`'),
  met('3.5.1', 1, 'Requests forged by other sites are refused'),
  met('3.5.2', 1, 'What relies on a CORS preflight cannot be called without one'),
  met('3.5.3', 1, 'GET and HEAD change nothing'),
  host(
    '3.5.4',
    2,
    'Separate applications have separate host names',
    'Serve the pages for people and those for administrators from the host names of your service for them.',
  ),
  met('3.7.2', 2, 'Redirects to other hosts are limited to a list'),
  met('4.1.1', 1, 'Answers have the right `Content-Type`, with a charset'),
  met('4.1.2', 2, 'The APIs do not redirect from http to https', {
    note: 'A credential over http is refused.',
  }),
  met('4.1.3', 2, 'Headers of the proxy cannot be set by users', {
    note: 'Where the framework trusts your proxies only.',
  }),
  met('4.2.1', 2, 'The end of a request is found without ambiguity (request smuggling)', {
    note: "By Node. Your proxy's part is the host's.",
  }),
];
