/**
 * Writes the parts of the documentation that the code knows: one function per section, put between the
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
} from '../packages/core/src/policy/policy-fields.js';
import type { TenantPolicies } from '../packages/core/src/policy/tenant-policy.js';
import { openApiDocument } from '../packages/http/src/openapi/openapi-document.js';
import {
  createOperations,
  type OperationServices,
} from '../packages/http/src/operations/create-operations.js';
import { conformance } from './docs/conformance.js';
import { errorTables } from './docs/error-tables.js';
import { eventCatalogue, ownEventCatalogue } from './docs/event-catalogue.js';
import { httpHeaders, httpOperations } from './docs/http-operations.js';
import { table } from './docs/table.js';
import { violationRules } from './docs/violation-rules.js';
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
  { page: 'docs/errors.md', name: 'errors', content: errorTables },
  { page: 'docs/errors.md', name: 'violation rules', content: violationRules },
  { page: 'docs/events.md', name: 'events', content: eventCatalogue },
  { page: 'docs/events.md', name: 'own events', content: ownEventCatalogue },
  { page: 'docs/conformance.md', name: 'conformance', content: conformance },
  { page: 'docs/http.md', name: 'http headers', content: httpHeaders },
  { page: 'docs/http.md', name: 'http operations', content: httpOperations },
];

/** The OpenAPI document as it is, and as it should be. */
export async function generateOpenApi(): Promise<{ current: string; generated: string }> {
  const path = join(root, OPENAPI);
  const document = openApiDocument(createOperations({} as OperationServices));
  const { code, errors } = await format(path, JSON.stringify(document), formatOptions);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return { current: existsSync(path) ? readFileSync(path, 'utf8') : '', generated: code };
}

const OPENAPI = 'docs/openapi.json';

/** The section's page as it is, and as it should be. */
export async function generate(section: Section): Promise<{ current: string; generated: string }> {
  const path = join(root, section.page);
  const current = readFileSync(path, 'utf8');
  const filled = fillSection(current, section);
  const { code, errors } = await format(path, filled, formatOptions);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return { current, generated: code };
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

/** Tenant policies whose every value is the name of its place, so that the defaults tell where they come from. */
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
      field.type.description,
      sources[name],
      field.boundByTenant ? 'yes' : 'no',
      field.hipaa === undefined ? '' : `\`${JSON.stringify(field.hipaa).replaceAll('"', '')}\``,
    ];
  });
  const header = [
    'Field',
    'Values',
    'Default from',
    'Bound by the tenant',
    'At least, in HIPAA mode',
  ];
  return table(header, rows);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, OPENAPI), (await generateOpenApi()).generated);
  for (const section of SECTIONS) {
    const { generated } = await generate(section);
    writeFileSync(join(root, section.page), generated);
  }
}
