/** Who may import whom. `check-imports.ts` applies these tables; an import that no row allows is a violation. */

/** Rows add up: a file may import what every row that matches it allows. */
export interface ImportRow {
  readonly files: RegExp;
  /** Package names and Node modules; their subpaths are included. */
  readonly mayImport: readonly string[];
  /** The same, for `import type` alone. */
  readonly mayImportTypes?: readonly string[];
}

export const packageImports: readonly ImportRow[] = [
  { files: /^packages\/core\/src\//, mayImport: ['neverthrow', 'node:crypto'] },
  {
    files: /^packages\/http\/src\//,
    mayImport: ['@stepward/core', 'zod', 'jose', 'rate-limiter-flexible'],
    mayImportTypes: ['node:http'],
  },
  { files: /^packages\/http\/src\/limits\//, mayImport: ['node:crypto'] },
  { files: /^packages\/http\/src\/node\/node-messages\.ts$/, mayImport: ['node:stream'] },
  { files: /^packages\/http\/src\/auth\/service-secrets\.ts$/, mayImport: ['node:crypto'] },
  { files: /^packages\/http\/src\/openapi\/serve-document\.ts$/, mayImport: ['node:crypto'] },
  {
    files: /^packages\/express\/src\//,
    mayImport: ['@stepward/http', 'express'],
    mayImportTypes: ['node:http'],
  },
  { files: /^packages\/fastify\/src\//, mayImport: ['@stepward/http', 'fastify'] },
  {
    files: /^packages\/nest\/src\//,
    mayImport: ['@stepward/http', '@nestjs/common', '@nestjs/core'],
    mayImportTypes: ['@stepward/core', 'fastify'],
  },
  // The binding of one platform is loaded, and the other need not be there.
  {
    files: /^packages\/nest\/src\/server\.ts$/,
    mayImport: ['@stepward/express', '@stepward/fastify'],
  },
  {
    files: /^packages\/pages\/src\//,
    mayImport: ['@stepward/core', '@stepward/http', 'hono', 'negotiator'],
  },
  { files: /^packages\/pages\/src\/people\/factors\/qr-code\.tsx$/, mayImport: ['uqr'] },
  {
    files: /^packages\/pages\/src\/(links\/(link-codec|refuse-foreign-form)|layout\/assets)\.ts$/,
    mayImport: ['node:crypto'],
  },
  { files: /^packages\/pages\/src\/links\/link-codec\.ts$/, mayImport: ['jose'] },
  { files: /^packages\/postgres\/src\//, mayImport: ['@stepward/core', 'node:crypto'] },
  { files: /^packages\/sqlite\/src\//, mayImport: ['@stepward/core'] },
  {
    files: /^packages\/sqlite\/src\/connection\/connection\.ts$/,
    mayImport: ['node:async_hooks'],
  },
  { files: /^packages\/sqlite\/src\/webhooks\/replay\.ts$/, mayImport: ['node:crypto'] },
  {
    files: /^packages\/storage-contract\/src\//,
    mayImport: ['@stepward/core', '@stepward/testing', 'node:assert', 'node:crypto'],
  },
  { files: /^packages\/testing\/src\//, mayImport: ['@stepward/core', 'node:crypto'] },
  {
    files: /^packages\/testing\/src\/(destination|sink)-contract\.ts$/,
    mayImport: ['node:assert'],
  },
  { files: /^packages\/hibp\/src\//, mayImport: ['@stepward/core', 'node:crypto'] },
  { files: /^packages\/webauthn\/src\//, mayImport: ['@stepward/core', '@simplewebauthn/server'] },
  {
    files: /^packages\/ssf\/src\//,
    mayImport: ['@stepward/core', '@stepward/http', 'jose', 'zod', 'node:crypto'],
    mayImportTypes: ['@stepward/webhooks'],
  },
  {
    files: /^packages\/nats\/src\//,
    mayImport: ['@stepward/core', '@nats-io/jetstream', '@nats-io/nats-core'],
  },
  // Bundled: whatever else it imported, those who receive webhooks would have to install.
  { files: /^packages\/receiver\/src\//, mayImport: ['@stepward/core/events'] },
  {
    files: /^packages\/webhooks\/src\//,
    mayImport: [
      '@stepward/core',
      'undici',
      'ipaddr.js',
      'node:crypto',
      'node:dns',
      'node:net',
      'node:os',
      'node:tls',
    ],
  },
  {
    files: /^packages\/opentelemetry\/src\//,
    mayImport: ['@stepward/core'],
    // The host hands over its tracer and meter: nothing of the rest is loaded.
    mayImportTypes: [
      '@opentelemetry/api',
      '@stepward/http',
      '@stepward/postgres',
      '@stepward/webhooks',
    ],
  },
  {
    files: /^packages\/cli\/src\//,
    mayImport: ['node:events', 'node:fs', 'node:http', 'node:stream', 'node:util'],
    mayImportTypes: ['node:net'],
  },
  // Each command loads what it needs.
  {
    files:
      /^packages\/cli\/src\/(commands\/[^/]+|doctor\/[^/]+|policy-file\/[^/]+|copy-log|database|erasure|failures|signing-keys|tenant|tenant-settings)\.ts$/,
    mayImport: ['@stepward/core', '@stepward/http', '@stepward/postgres'],
  },
  { files: /^packages\/cli\/src\/io\.ts$/, mayImport: ['node:timers'] },
  { files: /^packages\/cli\/src\/run\.ts$/, mayImport: ['@stepward/core'] },
  { files: /^packages\/cli\/src\/database\.ts$/, mayImport: ['pg', 'node:crypto'] },
  {
    files: /^packages\/cli\/src\/(commands\/keys|policy-file\/plan-file)\.ts$/,
    mayImport: ['node:crypto'],
  },
  { files: /^packages\/cli\/src\/doctor\/ask-redis\.ts$/, mayImport: ['node:net', 'node:tls'] },
  { files: /^packages\/cli\/src\/delivery-server\.ts$/, mayImport: ['@stepward/receiver'] },
  {
    files: /^packages\/create-stepward\/src\//,
    mayImport: ['node:fs', 'node:path', 'node:readline/promises', 'node:url', 'node:util'],
  },
  { files: /^packages\/client\/src\//, mayImport: ['openapi-fetch'] },
  { files: /^packages\/sms\/src\//, mayImport: ['@stepward/core'] },
  {
    files: /^packages\/sms\/src\/provider\/http-post\.ts$/,
    mayImport: ['node:http', 'node:https'],
  },
  {
    files: /^packages\/sms\/src\/(vonage|provider\/infobip-proof)\.ts$/,
    mayImport: ['node:crypto'],
  },
  { files: /^packages\/sms\/src\/provider\/aws-signature\.ts$/, mayImport: ['aws4fetch'] },
  {
    files: /^packages\/sms\/src\/(number-type|phone-country)\.ts$/,
    mayImport: ['libphonenumber-js'],
  },
  { files: /^packages\/sms\/src\/receipts\//, mayImport: ['node:crypto'] },
];

/** Workspaces that are not published: they may import anything except internal files of another workspace. */
export const privateWorkspaces =
  /^(examples\/[^/]+|packages\/(benchmarks|dev-postgres|simulation))\//;

/** What the specification says, as tables: tests of every workspace may import them. */
export const specificationTables = /^test\/specification\/[\w-]+-(table|rules)$/;

/** Files of core that wire or export, which may see `ports/` and every folder. */
export const coreWiring = /^[^/]+$|^adapter\//;

/** What each kind of factor is made of. It names no phone: those begin with `factors/sms/`. */
const factorParts = [
  'access/*',
  'factors/*',
  'factors/codes/*',
  'factors/grants/*',
  'factors/enrolment/*',
  'factors/trail/*',
  'identity/*',
  'tenants/*',
];

/**
 * The other folders that a folder of core may use; a folder without a row has that of the folder above it. `audit/*` means
 * the files of that folder, `events/**` those of its subfolders too. `shared/`, `records/` and, for services, `ports/` are
 * open to all. Only services may import
 * services.
 */
export const coreFolderImports: Readonly<Record<string, readonly string[]>> = {
  access: ['audit/*', 'events/*'],
  events: ['events/**'],
  identity: ['events/*'],
  notices: ['events/**', 'webhooks/**'],
  tenants: ['access/*', 'audit/*', 'policy/*'],
  preview: ['access/*', 'factors/sign-in/*', 'organisations/*', 'policy/*'],
  organisations: ['access/*', 'audit/*', 'events/*', 'policy/*', 'tenants/*'],
  passwords: ['organisations/*', 'policy/*', 'tenants/*'],
  factors: [
    'access/*',
    'audit/*',
    'events/*',
    'factors/**',
    'identity/*',
    'organisations/*',
    'policy/*',
    'tenants/*',
  ],
  'factors/codes': ['factors/*'],
  'factors/enrolment': [...factorParts, 'factors/trusted-devices/*', 'policy/*'],
  'factors/recovery-codes': factorParts,
  'factors/sign-in': [
    'events/*',
    'factors/*',
    'factors/trusted-devices/*',
    'identity/*',
    'organisations/*',
    'policy/*',
  ],
  'factors/sms': [...factorParts, 'factors/sms/**'],
  'factors/step-up': ['access/*', 'factors/**', 'organisations/*'],
  'factors/temporary-pass': factorParts,
  'factors/totp': factorParts,
  'factors/trusted-devices': [
    ...factorParts,
    'audit/*',
    'factors/sign-in/*',
    'factors/step-up/*',
    'organisations/*',
    'policy/*',
  ],
  'factors/webauthn': factorParts,
  'factors/trail': ['audit/*', 'events/*', 'factors/**', 'tenants/*'],
  people: [
    'access/*',
    'audit/*',
    'factors/**',
    'identity/*',
    'organisations/*',
    'policy/*',
    'sessions/*',
  ],
  'policy/templates': ['policy/*'],
  phones: ['access/*', 'events/*', 'factors/**', 'identity/*', 'tenants/*'],
  sessions: ['access/*', 'factors/*', 'factors/enrolment/*', 'factors/trail/*', 'identity/*'],
  webhooks: ['access/*', 'audit/*', 'events/**', 'webhooks/**'],
};

/** The folders of core, subfolders counted in, that import each other, types included: each pair with its reason. */
export const mutualCoreFolders: Readonly<Record<string, string>> = {
  'factors and ports':
    'A store reads and writes the state of factors, codes and budgets: their types are beside their rules; services are handed ports.',
  'ports and tenants':
    'The record of a tenant follows from the policy fields and the settings of SMS, so its type is beside their rules; its service is handed storage.',
  'ports and webhooks':
    'The queue hands over deliveries: their types are beside the rules of an attempt; services are handed the queue.',
};
