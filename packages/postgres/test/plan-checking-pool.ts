import type pg from 'pg';
import { expect } from 'vitest';
import type { PostgresPool } from '../src/index.js';

/** A pool on one connection that runs each named statement twice, first to see what its plan costs. */
export interface PlanCheckingPool extends PostgresPool {
  /** The statements that were checked, by name without its hash. */
  readonly checked: ReadonlyMap<string, string>;
}

/**
 * Checks that each statement reads and sorts few rows for those that it was asked for, or changed. One that does not is
 * printed with its plan. Statements are prepared, and their generic plans kept, as a worker keeps them.
 *
 * @param settings SQL that runs before each
 */
export function createPlanCheckingPool(pool: pg.Pool, settings = ''): PlanCheckingPool {
  const checked = new Map<string, string>();
  return {
    checked,
    async connect() {
      const client = await pool.connect();
      return {
        async query(query) {
          const { name, text, values = [] } = query;
          if (name === undefined) return client.query(query);
          const operation = name.replace(/^stepward_|_[0-9a-f]{12}$/g, '');
          if (!checked.has(operation)) await client.query(`prepare ${name} as ${text}`);
          checked.set(operation, text);
          const root = await planOf(client, settings, await executeOf(client, name, values));
          expect(excessesOf(root, values), `${text}\n${drawn(root)}`).toEqual([]);
          return client.query({ text, values });
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
  };
}

/** `execute` takes no parameters, so the server makes literals of them. */
async function executeOf(client: pg.PoolClient, name: string, values: unknown[]): Promise<string> {
  if (values.length === 0) return `execute ${name}`;
  const quoted = values.map((_, index) => `quote_nullable($${String(index + 1)}::text)`).join(', ');
  const { rows } = await client.query<{ literals: string[] }>(
    `select array[${quoted}] as literals`,
    values,
  );
  return `execute ${name} (${rows[0]!.literals.join(', ')})`;
}

async function planOf(client: pg.PoolClient, settings: string, execute: string): Promise<PlanNode> {
  await client.query(`savepoint before_plan; ${settings}`);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (analyze, buffers, timing off, format json) ${execute}`,
  );
  await client.query('rollback to savepoint before_plan');
  return rows[0]!['QUERY PLAN'][0].Plan;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that each part may read or sort, and pages that the whole may read: for each row that is asked for, and in any case. */
const ROWS = { each: 5, always: 100 };
// A scan of all 65 shards visits three pages for each where it was not vacuumed since they changed.
const PAGES = { each: 25, always: 250 };

function excessesOf(root: PlanNode, values: readonly unknown[]): readonly string[] {
  const counts = values.map((value) => (Array.isArray(value) ? value.length : 1));
  const limited = nodesOf(root).filter((node) => node['Node Type'] === 'Limit');
  const changed = nodesOf(root).filter((node) => node['Node Type'] === 'ModifyTable');
  const results = [root, ...limited, ...changed.flatMap(({ Plans = [] }) => Plans)].map(rowsOf);
  const asked = Math.max(1, ...counts, ...results);
  const mostRows = ROWS.always + ROWS.each * asked;
  const mostPages = PAGES.always + PAGES.each * asked;
  const greedy = nodesOf(root).filter((node) => rowsReadBy(node) > mostRows);
  return [
    ...greedy.map(
      (node) => `${labelOf(node)}: ${String(rowsReadBy(node))} rows for ${String(asked)}`,
    ),
    ...(pagesOf(root) > mostPages
      ? [`${String(pagesOf(root))} pages for ${String(asked)} rows`]
      : []),
  ];
}

/** What a scan reads of its table, or a sort of its input. */
function rowsReadBy(node: PlanNode): number {
  const { 'Node Type': type, 'Relation Name': table, Plans: [input] = [] } = node;
  if (type === 'Sort' && input !== undefined) return rowsOf(input);
  if (table === undefined || type === 'ModifyTable') return 0;
  return rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
}

function rowsOf(node: PlanNode): number {
  return Math.round(node['Actual Rows'] * node['Actual Loops']);
}

function pagesOf(node: PlanNode): number {
  return (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function labelOf(node: PlanNode): string {
  return [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? ''].join(' ').trim();
}

function drawn(node: PlanNode, indent = ''): string {
  const { 'Index Cond': condition = '', Filter: filter = '' } = node;
  const counts = `${String(rowsReadBy(node))} rows read, ${String(rowsOf(node))} passed on, ${String(pagesOf(node))} pages`;
  const line = `${indent}${labelOf(node)}: ${counts} ${condition} ${filter && `filter ${filter}`}`;
  return [line.trimEnd(), ...(node.Plans ?? []).map((part) => drawn(part, `${indent}  `))].join(
    '\n',
  );
}
