import type { ErrorDefinition } from '../../packages/http/src/errors/http-errors.js';
import { errorTable } from '../../packages/http/src/errors/error-table.js';

/** What `docs/errors.md` says by example and by table: one table per status, in the order of the statuses. */
export function errorTables(): string {
  const rows = Object.entries(errorTable);
  const statuses = [...new Set(rows.map(([, { status }]) => status))].toSorted((a, b) => a - b);
  const tables = statuses.map((status) =>
    tableOf(
      status,
      rows.filter(([, row]) => row.status === status),
    ),
  );
  return ['```json', JSON.stringify(exampleProblem(), null, 2), '```', '', ...tables].join('\n');
}

function exampleProblem(): object {
  const reason = 'code_mismatch';
  const { status, code, title, detail } = errorTable[reason];
  const type = `urn:stepward:problem:${reason}`;
  const request_id = '3f0c2a5e-8b1d-4c57-9a64-d2e7f01b6c88';
  return { type, title, status, detail, code, reason, request_id };
}

function tableOf(status: number, rows: readonly (readonly [string, ErrorDefinition])[]): string {
  return [
    `## ${String(status)}`,
    '',
    '| Code | Reason | Title | Detail |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ([reason, { code, title, detail }]) =>
        // So that the address of the page and `#code_mismatch` lead to a row.
        `| \`${code}\` | <a id="${reason}"></a>\`${reason}\` | ${title} | ${detail} |`,
    ),
    '',
  ].join('\n');
}
