import fc from 'fast-check';
import { WRONG_CREDENTIAL, type Credentials } from './credentials.js';

/** A header line; bytes are those of Latin-1. */
export type Line = readonly [name: string, value: string];

/** Lines that depend on what the server gave out. */
export type LinesFor = (credentials: Credentials) => readonly Line[];

const bearer = (token: string): Line => ['Authorization', `Bearer ${token}`];

const GOOD_CREDENTIALS: readonly LinesFor[] = [
  ({ userToken }) => [bearer(userToken)],
  ({ managementKey }) => [bearer(managementKey)],
  ({ serviceSecret, tenantId }) => [
    ['X-Internal-Service-Secret', serviceSecret],
    ['X-Tenant-ID', tenantId],
  ],
  // Two at once: the request is let in on two of the three APIs.
  ({ userToken, serviceSecret, tenantId }) => [
    bearer(userToken),
    ['X-Internal-Service-Secret', serviceSecret],
    ['X-Tenant-ID', tenantId],
  ],
  ({ managementKey, serviceSecret, tenantId }) => [
    bearer(managementKey),
    ['X-Internal-Service-Secret', serviceSecret],
    ['X-Tenant-ID', tenantId],
  ],
];

const BAD_CREDENTIALS: readonly LinesFor[] = [
  () => [],
  () => [bearer(WRONG_CREDENTIAL)],
  () => [bearer(`service_mgmt_${WRONG_CREDENTIAL}`)],
  () => [bearer('')],
  () => [['Authorization', `Basic ${WRONG_CREDENTIAL}`]],
  () => [bearer(WRONG_CREDENTIAL.repeat(250))],
  () => [bearer(`${WRONG_CREDENTIAL}\u00e9\u00ff`)],
  () => [['Authorization', WRONG_CREDENTIAL]],
  ({ userToken }) => [bearer(userToken), bearer(WRONG_CREDENTIAL)],
  ({ managementKey }) => [bearer(managementKey.slice(0, -1))],
  ({ managementKey }) => [bearer(managementKey), ['X-Tenant-ID', 'globex']],
  ({ serviceSecret }) => [['X-Internal-Service-Secret', serviceSecret]],
  ({ serviceSecret, tenantId }) => [
    ['X-Internal-Service-Secret', serviceSecret],
    ['X-Internal-Service-Secret', WRONG_CREDENTIAL],
    ['X-Tenant-ID', tenantId],
  ],
  ({ serviceSecret }) => [
    ['X-Internal-Service-Secret', serviceSecret],
    ['X-Tenant-ID', '../\u00ff'],
  ],
];

/** No credential, good ones and wrong ones. */
export const credentialLines: fc.Arbitrary<LinesFor> = fc.oneof(
  { weight: 65, arbitrary: fc.constantFrom(...GOOD_CREDENTIALS) },
  { weight: 35, arbitrary: fc.constantFrom(...BAD_CREDENTIALS) },
);

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json; charset=latin1',
  'text/plain',
  'application/json, text/plain',
  '',
  ';',
  'application/problem+json',
];

const EXTRA: readonly Line[] = [
  ['Idempotency-Key', 'key-1'],
  ['Idempotency-Key', 'key-2'],
  ['Idempotency-Key', '"quoted'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'k'.repeat(300)],
  ['X-Request-Id', 'mine-1'],
  ['X-Request-Id', 'x'.repeat(200)],
  ['X-Request-Id', '\u00e9<script>'],
  ['X-Tenant-ID', 'globex'],
  ['X-Tenant-ID', 'walked-1'],
  ['X-Forwarded-For', '203.0.113.7, not-an-address'],
  ['X-Forwarded-Host', 'globex.example.test'],
  ['X-Large', 'v'.repeat(6_000)],
  ['X-Odd', '\u0080\u00ff\t;,"='],
  ['X-Null', 'a\u0000b'],
  ['X Space', 'in the name'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['Accept-Encoding', 'gzip, br'],
  ['Accept', 'text/html'],
  ['Expect', '200-ok'],
  ['Upgrade', 'h2c'],
  ['Content-Encoding', 'gzip'],
  ['Cookie', 'a=b; '.repeat(100)],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['Host', 'globex.example.test'],
  ['Connection', 'close'],
];

/** The lines beside credentials: a host that may be odd, a content type, and odd ones, some of them twice. */
export const otherLines: fc.Arbitrary<readonly Line[]> = fc
  .record({
    host: fc.oneof(
      { weight: 9, arbitrary: fc.constant('api.test') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', ':', '[::1', 'a b', 'x'.repeat(500), '.example.test'),
      },
    ),
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      { weight: 2, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
    ),
    extra: fc.oneof(
      { weight: 12, arbitrary: fc.constant([]) },
      { weight: 5, arbitrary: fc.array(fc.constantFrom(...EXTRA), { maxLength: 4 }) },
      {
        weight: 1,
        arbitrary: fc.constant(
          Array.from({ length: 300 }, (_, n): Line => [`X-${String(n)}`, 'v']),
        ),
      },
      { weight: 1, arbitrary: fc.constant([['X-Huge', 'v'.repeat(20_000)] as Line]) },
    ),
    twice: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  })
  .map(({ host, type, extra, twice }) => {
    const lines: readonly Line[] = [['Host', host], ['Content-Type', type], ...extra];
    return twice ? [...lines, ...lines.slice(1)] : lines;
  });
