import { policyTemplates } from '../../packages/core/src/policy/templates/assess-policy.js';
import type { TemplateNeed } from '../../packages/core/src/policy/templates/template.js';
import { table } from './table.js';

/** Every row of every template. */
export function templateTable(): string {
  const rows = Object.entries(policyTemplates).flatMap(([name, template]) =>
    template.map(({ field, needed, source }) => [
      `\`${name}\``,
      `\`${field}\``,
      told(needed),
      source,
    ]),
  );
  return table(['Template', 'Field', 'Needed', 'Source'], rows);
}

const WORDS = {
  at_least: 'at least',
  exactly: 'exactly',
  includes: 'with',
  excludes: 'without',
} as const satisfies Readonly<Record<string, string>>;

function told(needed: TemplateNeed): string {
  return Object.entries(needed)
    .map(([kind, value]) => `${WORDS[kind as keyof typeof WORDS]} \`${String(value)}\``)
    .join();
}
