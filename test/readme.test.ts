import { curlLines, policyLine } from '@stepward/reference-host/demo';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { describeOperations } from '../packages/http/src/operations/create-operations.js';
import { publishedPackages } from '../scripts/workspaces.js';
import { codeBlocks, readPage } from './docs/pages.js';

const readme = readPage('README.md');
const shellLines = shellLinesOf(readme);

function shellLinesOf(page: string): readonly string[] {
  return codeBlocks(page, 'sh').flatMap((block) => block.trim().split('\n'));
}

/** Paths as pages write them. The services are asked only when a request comes. */
const operations = describeOperations().map(({ method, path, scope }) => ({
  method,
  path: path.replace(/:(\w+)/g, '{$1}'),
  scope,
}));

describe('the README', () => {
  it('embeds Stepward in at most 20 lines', () => {
    const [example = ''] = codeBlocks(readme, 'ts');
    expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20);
  });

  it('has a quick start in JavaScript, which needs no compiler', () => {
    const quickStart = codeBlocks(readme, 'ts').slice(0, 2).join('\n');
    expect(() => transformSync(quickStart, { loader: 'js' })).not.toThrow();
  });

  it('names commands that exist, and the ones that continuous integration runs', () => {
    expect(shellLines).toContain('npm ci && npm start');
    expect(shellLines).toContain('npm ci && npm test && npm run test:all');
    const { scripts } = JSON.parse(readPage('package.json'));
    for (const [, script] of readme.matchAll(/npm run ([\w:-]+)/g)) {
      expect(scripts).toHaveProperty([script!]);
    }
    expect(scripts).toMatchObject({ start: expect.any(String), test: expect.any(String) });
    const run = readPage('.ci/run').match(/\bnpm (?:ci|test|run [\w:-]+)$/gm);
    expect(run).toEqual(['npm ci', 'npm run test:all']);
  });

  it('has less than 150 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(150);
  });

  it('asks for the Node that package.json asks for', () => {
    const { engines } = JSON.parse(readPage('package.json'));
    expect(engines).toEqual({ node: '>=20.19' });
    expect(readme).toContain('Node 20.19 or newer');
  });
});

describe('the page on the demo', () => {
  it('shows the lines for curl that the demo prints, which its own tests run', () => {
    const origin = 'http://127.0.0.1:3000';
    const lines = [...curlLines(origin), policyLine(origin)];
    expect(shellLinesOf(readPage('docs/demo.md'))).toEqual(expect.arrayContaining(lines));
  });
});

describe('the page on the packages', () => {
  it('lists every package that is published', () => {
    const row = /^\| \[`((?:@stepward\/)?[a-z-]+)`\]\(\.\.\/packages\//gm;
    const listed = [...readPage('docs/packages.md').matchAll(row)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(
      publishedPackages()
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

describe('the pages on the Customer API', () => {
  it('list every operation with its scope', () => {
    const customer = operations.filter(({ path }) => path.startsWith(CUSTOMER));
    const pages = ['customer-api', 'customer-api-settings', 'customer-api-webhooks'];
    const rows = pages.flatMap((page) => operationRows(readPage(`docs/${page}.md`)));
    expect(rows.toSorted()).toEqual(
      customer.map(({ method, path, scope }) => [`${method} ${shortened(path)}`, scope]).toSorted(),
    );
  });
});

const CUSTOMER = '/v1/customer';

/** Tables of the Customer API leave out what all its paths begin with. */
function shortened(path: string): string {
  return path.startsWith(CUSTOMER) ? path.slice(CUSTOMER.length) : path;
}

/** The rows of tables that begin with methods and a path: one operation per method, and the next cell's code. */
function operationRows(page: string): readonly (readonly [operation: string, cell: string])[] {
  const rows = page.matchAll(/^\| ([A-Z, ]+?) +\| \[?`(\/[^`]+)`[^|]*\| `?([^`|]*)/gm);
  return [...rows].flatMap(([, methods = '', path = '', cell = '']) =>
    methods.split(', ').map((method) => [`${method} ${path}`, cell] as const),
  );
}
