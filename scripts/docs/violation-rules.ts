import { VIOLATION_RULES } from '../../packages/core/src/shared/checks/field-violation.js';
import { table } from './table.js';

/** Every rule of `errors[]`, by name. */
export function violationRules(): string {
  const rows = Object.entries(VIOLATION_RULES).map(([rule, words]) => {
    const [broken = '', limit = ''] = words.split('; ');
    return [`\`${rule}\``, broken, limit];
  });
  return table(['Rule', 'Broken where', 'Limit'], rows);
}
