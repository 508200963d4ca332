/**
 * Writes the parts of the documentation that are derived from the code: one function per section, put between the
 * section's markers in its page. `test/generated-docs.test.ts` fails where a page differs from it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import formatOptions from '../.oxfmtrc.json' with { type: 'json' };
import {
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  tenantDefaults,
  type PolicyField,
  type TenantPolicies,
} from '../packages/core/src/policy/policy-fields.js';
import { describeApi, describeEvents } from '../packages/http/src/openapi/index.js';
import { asvsTable, nistTable } from './docs/assurance-standards.js';
import { conformance } from './docs/conformance.js';
import { errorTables } from './docs/error-tables.js';
import { eventCatalogue, ownEventCatalogue } from './docs/event-catalogue.js';
import { exampleFile } from './docs/example-file.js';
import { httpHeaders, httpOperations, httpRecords } from './docs/http-operations.js';
import { templateTable } from './docs/policy-templates.js';
import { smsFaults } from './docs/sms-faults.js';
import { fraudLimitTable, fraudPicture, fraudSimulation } from './docs/sms-fraud.js';
import { table } from './docs/table.js';
import { violationRules } from './docs/violation-rules.js';
import type { JsonObject } from './json.js';
import { root } from './workspaces.js';

/** A generated part of a page; on the page it stands between `<!-- generated: name -->` and `<!-- end: name -->`. */
export interface Section {
  /** From the root of the repository. */
  readonly page: string;
  readonly name: string;
  readonly content: () => string;
}

export const SECTIONS: readonly Section[] = [
  { page: 'docs/security-policy.md', name: 'policy fields', content: policyFields },
  { page: 'docs/policy-previews.md', name: 'policy templates', content: templateTable },
  { page: 'docs/errors.md', name: 'errors', content: errorTables },
  { page: 'docs/errors.md', name: 'violation rules', content: violationRules },
  { page: 'docs/events.md', name: 'events', content: eventCatalogue },
  { page: 'docs/events.md', name: 'own events', content: ownEventCatalogue },
  { page: 'docs/conformance.md', name: 'conformance', content: conformance },
  { page: 'docs/assurance-standards.md', name: 'nist', content: nistTable },
  { page: 'docs/assurance-standards.md', name: 'asvs', content: asvsTable },
  { page: 'docs/sms-providers.md', name: 'sms faults', content: smsFaults },
  { page: 'docs/sms-fraud.md', name: 'fraud limits', content: fraudLimitTable },
  { page: 'docs/sms-fraud.md', name: 'fraud simulation', content: fraudSimulation },
  { page: 'docs/http.md', name: 'http headers', content: httpHeaders },
  { page: 'docs/http.md', name: 'http operations', content: httpOperations },
  { page: 'docs/http.md', name: 'http records', content: httpRecords },
  ...exampleSections('docs/front-ends.md', [
    'examples/front-ends/browser/enrolment.ts',
    'examples/front-ends/browser/plain.html',
    'examples/front-ends/browser/plain.ts',
    'examples/front-ends/browser/react.tsx',
    'examples/front-ends/src/app.ts',
  ]),
  ...exampleSections('docs/hono.md', ['examples/hono/src/app.ts']),
  ...exampleSections('docs/koa.md', ['examples/koa/src/app.ts']),
  ...exampleSections('docs/nextjs.md', [
    'examples/next/src/create-routes.ts',
    'examples/next/src/routes.ts',
    'examples/next/src/app/v1/[...path]/route.ts',
    'examples/next/src/app/payments/route.ts',
  ]),
  ...exampleSections('docs/nestjs.md', ['examples/nest/src/app.module.ts']),
];

/** Files of examples on the page that explains them. */
function exampleSections(page: string, paths: readonly string[]): readonly Section[] {
  return paths.map((path) => ({ page, name: path, content: () => exampleFile(path) }));
}

/** A file that is generated whole. */
export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly content: () => string | Promise<string>;
}

export const FILES: readonly GeneratedFile[] = [
  { path: 'docs/sms-fraud.svg', content: fraudPicture },
  { path: 'docs/openapi.json', content: () => JSON.stringify(document()) },
  { path: 'docs/asyncapi.json', content: () => JSON.stringify(describeEvents()) },
];

/** The OpenAPI document of the SDK's own operations and events, as JSON. */
function document(): JsonObject {
  return structuredClone(describeApi()) as JsonObject;
}

/** A generated file as it is, and as it should be. */
export async function generateFile({ path, content }: GeneratedFile): Promise<Generated> {
  const current = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
  return { current, generated: await formatted(path, await content()) };
}

/** The current and the expected text of the section's page. */
export async function generate(section: Section): Promise<Generated> {
  const current = readFileSync(join(root, section.page), 'utf8');
  return { current, generated: await formatted(section.page, fillSection(current, section)) };
}

interface Generated {
  readonly current: string;
  readonly generated: string;
}

async function formatted(path: string, text: string): Promise<string> {
  if (path.endsWith('.svg')) return text;
  const { code, errors } = await format(path, text, formatOptions);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return code;
}

/** The page with the section's content between its markers; throws where the page has no such pair. */
export function fillSection(page: string, { name, content }: Section): string {
  const start = `<!-- generated: ${name} -->\n`;
  const end = `<!-- end: ${name} -->`;
  const [before, rest, ...more] = page.split(start);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`The page needs exactly one pair of markers: ${start.trim()} … ${end}`);
  }
  return `${before}${start}\n${content()}\n\n${end}${after}`;
}

/** Tenant policies in which every value is the name of its field: a default shows which field it comes from. */
const namedPlaces = {
  mfa: placesOf('tenant MFA policy'),
  password: placesOf('tenant password policy'),
} as TenantPolicies;

function placesOf(record: string): object {
  return new Proxy({}, { get: (_, key) => `${record}, ${String(key)}` });
}

/** A table of every field of the organisation security policy, from the table that the code runs on. */
function policyFields(): string {
  const sources = tenantDefaults(namedPlaces) as unknown as Readonly<
    Record<(typeof POLICY_FIELD_NAMES)[number], string>
  >;
  const rows = POLICY_FIELD_NAMES.map((name) => {
    const field = POLICY_FIELDS[name] as PolicyField<unknown>;
    return [
      `\`${name}\`<br>\`${field.wireName}\``,
      field.description,
      field.type.description,
      sources[name],
      field.boundByTenant ? 'yes' : 'no',
      field.hipaa === undefined ? '' : `\`${JSON.stringify(field.hipaa).replaceAll('"', '')}\``,
    ];
  });
  const header = [
    'Field',
    'Meaning',
    'Values',
    'Default from',
    'Bound by the tenant',
    'At least, in HIPAA mode',
  ];
  return table(header, rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of FILES) {
    writeFileSync(join(root, file.path), (await generateFile(file)).generated);
  }
  for (const section of SECTIONS) {
    const { generated } = await generate(section);
    writeFileSync(join(root, section.page), generated);
  }
}
