import { host, met, unmet, type Requirement } from '../standard.js';

/** V11 to V14: cryptography, communication, configuration, data. */
export const CRYPTOGRAPHY_AND_DATA: readonly Requirement[] = [
  met('11.1.1', 2, 'The life of keys is documented', { pages: ['docs/cryptography.md'] }),
  met('11.1.2', 2, 'Keys, algorithms and their uses are listed', {
    pages: ['docs/cryptography.md'],
    note: "Certificates are the host's.",
  }),
  met('11.2.1', 2, 'Implementations are those that the industry validates', {
    pages: ['docs/cryptography.md'],
  }),
  unmet(
    '11.2.2',
    2,
    'Algorithms and keys can be exchanged',
    'Keys can. Stored values name their key and not their algorithm, and no option chooses one.',
  ),
  unmet(
    '11.2.3',
    2,
    'Every primitive has at least 128 bits of security',
    'Those of Stepward have. RSA keys of 2048 bits (112 bits) are accepted in access tokens and in messages of Amazon SNS.',
  ),
  met('11.3.1', 1, 'No insecure modes or paddings', { pages: ['docs/cryptography.md'] }),
  met('11.3.2', 1, 'Approved ciphers only', { pages: ['docs/cryptography.md'] }),
  met('11.3.3', 2, 'Encrypted data cannot be changed unnoticed'),
  met('11.4.1', 1, 'Approved hash functions only', {
    pages: ['docs/cryptography.md'],
    note: 'SHA-256. SHA-1, a legacy function in ASVS, is used where others define it: codes of apps, breached passwords, reports of Twilio.',
  }),
  host(
    '11.4.2',
    2,
    'Passwords are stored under a password hash',
    'Use argon2id or scrypt with current parameters.',
  ),
  met('11.4.3', 2, 'Hash functions in signatures resist collisions', {
    note: 'Version 1 of Amazon SNS, which signs SHA-1, is refused. The HMAC-SHA-1 of Twilio needs no collision-free hash.',
  }),
  met('11.5.1', 2, 'Random values that must not be guessed have 128 bits', {
    note: 'Keys, secrets and tokens of forms. Codes that people type are shorter; the requirements on authentication bound them.',
  }),
  met('11.6.1', 2, 'Signatures use approved algorithms only', { pages: ['docs/cryptography.md'] }),
  host(
    '12.1.1',
    1,
    'TLS 1.2 and 1.3 only',
    'Configure your server or proxy. Node accepts no older version.',
  ),
  host('12.1.2', 2, 'Strong cipher suites first', 'Configure your server or proxy.'),
  met('12.2.1', 1, 'Clients use TLS, without a way around it', {
    note: "A credential without TLS is refused. The TLS server is the host's.",
  }),
  host('12.2.2', 1, 'Certificates are publicly trusted', 'Use such a certificate.'),
  host(
    '12.3.1',
    2,
    'All connections are encrypted, also inside',
    'Connect to Postgres and Redis over TLS with verified certificates, and give `jwksUrl` with https.',
  ),
  met('12.3.2', 2, 'Certificates of servers are verified'),
  host('12.3.3', 2, 'Services inside talk over TLS', 'Call the Internal API over https.'),
  host('12.3.4', 2, 'They use trusted certificates', 'Trust your own authority alone there.'),
  met('13.1.1', 2, 'All communication is documented', { pages: ['docs/data-and-logs.md'] }),
  unmet(
    '13.2.1',
    2,
    'Services authenticate by short-lived credentials, not by fixed secrets',
    'By default a service secret is fixed, and a management key without `expires_at` does not end. To meet it, give `serviceSecrets` a function that checks short-lived tokens, and every key an `expires_at`.',
  ),
  met('13.2.2', 2, 'Services have the least rights', { note: 'The role of the database.' }),
  met('13.2.3', 2, 'No default credentials'),
  host(
    '13.2.4',
    2,
    'Outgoing connections are limited to a list',
    'Allow the hosts of the page on data, logs and connections in your firewall. Addresses inside are refused by the sender of webhooks.',
  ),
  host('13.2.5', 2, 'The server reaches listed systems only', 'Limit it in the same way.'),
  host(
    '13.3.1',
    2,
    'Secrets are in a vault',
    'Keep the keys and secrets of the page on cryptography in a secret manager.',
  ),
  host('13.3.2', 2, 'Access to secrets is limited', 'Limit it to the role that runs the service.'),
  host(
    '13.4.1',
    1,
    'No source control data is deployed',
    'Deploy without `.git`. The packages have none.',
  ),
  met('13.4.4', 2, 'TRACE is not supported'),
  host(
    '13.4.5',
    2,
    'Documents and monitoring are exposed on purpose only',
    'Block `/v1/openapi.json` in your proxy unless everyone may read it: it describes all three APIs, and needs no credential. Stepward has no address for monitoring.',
  ),
  met('14.1.1', 2, 'Sensitive data is listed and classified', { pages: ['docs/data-and-logs.md'] }),
  met('14.1.2', 2, 'Each class has its rules', { pages: ['docs/data-and-logs.md'] }),
  met('14.2.1', 1, 'No secrets in URLs', {
    note: 'Credentials are in headers and bodies. A link to a page carries an encrypted token, good once or in one session, for 10 minutes.',
  }),
  met('14.2.2', 2, 'Servers between do not keep sensitive data'),
  met('14.2.3', 2, 'No sensitive data goes to third parties'),
  met('14.2.4', 2, 'The rules of each class are kept'),
  met('14.3.1', 1, 'Data is gone from the browser after the session', {
    note: 'Pages are not stored, and closing a portal session removes its cookie.',
  }),
  met('14.3.2', 2, 'Browsers do not cache sensitive data'),
  met('14.3.3', 2, 'Browsers store session tokens only'),
];
