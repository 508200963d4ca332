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
  { files: /^packages\/http\/src\/auth\/service-secrets\.ts$/, mayImport: ['node:crypto'] },
  { files: /^packages\/http\/src\/openapi\/serve-document\.ts$/, mayImport: ['node:crypto'] },
  {
    files: /^packages\/express\/src\//,
    mayImport: ['@stepward/http', 'express'],
    mayImportTypes: ['node:http'],
  },
  { files: /^packages\/fastify\/src\//, mayImport: ['@stepward/http', 'fastify'] },
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
  {
    files: /^packages\/storage-contract\/src\//,
    mayImport: ['@stepward/core', '@stepward/testing', 'node:assert', 'node:crypto'],
  },
  { files: /^packages\/testing\/src\//, mayImport: ['@stepward/core', 'node:crypto'] },
  { files: /^packages\/hibp\/src\//, mayImport: ['@stepward/core', 'node:crypto'] },
  // Bundled: whatever else it imported, those who receive webhooks would have to install.
  { files: /^packages\/receiver\/src\//, mayImport: ['@stepward/core/events'] },
  {
    files: /^packages\/webhooks\/src\//,
    mayImport: [
      '@stepward/core',
      'undici',
      'ipaddr.js',
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
    files: /^packages\/cli\/src\/(commands\/[^/]+|database|failures|tenant|tenant-settings)\.ts$/,
    mayImport: ['@stepward/core', '@stepward/http', '@stepward/postgres'],
  },
  { files: /^packages\/cli\/src\/database\.ts$/, mayImport: ['pg', 'node:crypto'] },
  { files: /^packages\/cli\/src\/delivery-server\.ts$/, mayImport: ['@stepward/receiver'] },
  { files: /^packages\/client\/src\//, mayImport: ['openapi-fetch'] },
  { files: /^packages\/sms\/src\//, mayImport: ['@stepward/core'] },
  { files: /^packages\/sms\/src\/http-post\.ts$/, mayImport: ['node:http', 'node:https'] },
  { files: /^packages\/sms\/src\/vonage\.ts$/, mayImport: ['node:crypto'] },
  { files: /^packages\/sms\/src\/aws-signature\.ts$/, mayImport: ['aws4fetch'] },
  {
    files: /^packages\/sms\/src\/(number-type|phone-country)\.ts$/,
    mayImport: ['libphonenumber-js'],
  },
  { files: /^packages\/sms\/src\/receipts\//, mayImport: ['node:crypto'] },
];

/** Workspaces that are not published: they may import anything except internal files of another workspace. */
export const privateWorkspaces = /^(examples\/[^/]+|packages\/(benchmarks|dev-postgres))\//;

/** What the specification says, as tables: tests of every workspace may import them. */
export const specificationTables = /^test\/specification\/[\w-]+-(table|rules)$/;

/** Files of core that wire or export, so that they may see `ports/` and every folder. */
export const coreWiring =
  /^(index|stepward|stepward-options|with-directory|without-webhooks)\.ts$|^(factors|policy|webhooks)\/index\.ts$|^adapter\//;

/**
 * The files of other folders that a folder of core may use: `'tenant': ['factors/factor']` lets `tenant/` import
 * `factors/factor.ts`; `factors/*` means that folder only, not its subfolders. `shared/` is open to all and is not
 * listed. Codes and sign-in know no phones: those begin with `factors/sms/`. Services are never meant: another
 * service may name its type, and no other file may import it.
 */
export const coreFolderImports: Readonly<Record<string, readonly string[]>> = {
  access: ['audit/*', 'events/event-recorder-service', 'events/new-event'],
  audit: ['access/actor'],
  'authentication-log': [
    'access/actor',
    'audit/new-audit-event',
    'events/event-recorder-service',
    'events/new-event',
    'factors/*',
    'factors/codes/*',
    'factors/sms/*',
  ],
  identity: [
    'events/event-recorder-service',
    'events/new-event',
    'factors/factor-name',
    'phones/phone-number',
  ],
  events: [],
  webhooks: [
    'access/actor',
    'access/management-caller',
    'audit/*',
    'events/*',
    'webhooks/scheduling/schedule',
  ],
  'webhooks/scheduling': ['webhooks/pending-delivery', 'webhooks/waiting-event'],
  tenant: ['access/management-caller', 'audit/*', 'factors/codes/*', 'factors/sms/*', 'policy/*'],
  factors: [
    'access/*',
    'authentication-log/*',
    'factors/codes/*',
    'factors/recovery-codes/recovery-set',
    'identity/*',
    'policy/*',
    'tenant/*',
  ],
  'factors/codes': ['factors/*'],
  'factors/sms': [
    'access/*',
    'authentication-log/*',
    'factors/*',
    'factors/codes/*',
    'identity/*',
    'phones/number-type',
    'phones/phone-number',
    'policy/*',
    'tenant/*',
  ],
  'factors/recovery-codes': [
    'access/*',
    'authentication-log/*',
    'factors/*',
    'factors/codes/*',
    'identity/*',
    'tenant/*',
  ],
  'factors/totp': [
    'access/*',
    'authentication-log/*',
    'factors/*',
    'factors/codes/*',
    'identity/*',
    'tenant/*',
  ],
  'factors/step-up': [
    'access/*',
    'factors/*',
    'factors/codes/*',
    'factors/sign-in/*',
    'factors/sms/*',
    'identity/*',
    'phones/phone-number',
    'policy/*',
    'tenant/*',
  ],
  'factors/sign-in': ['factors/*', 'policy/*'],
  phones: [
    'access/*',
    'authentication-log/*',
    'events/event-recorder-service',
    'factors/*',
    'factors/codes/*',
    'factors/sms/*',
    'identity/*',
    'tenant/*',
  ],
  policy: [
    'access/management-caller',
    'audit/*',
    'events/event-recorder-service',
    'factors/factor-name',
    'organisation/organisation-scope',
    'tenant/*',
  ],
};
