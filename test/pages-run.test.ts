import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeBlocks, programOf, readPage, root } from './docs/pages.js';

/** Pages with one file of tests for Node's own runner. */
const PAGES = [
  ...['docs/events.md', 'docs/testing.md', 'docs/testing-adapters.md', 'docs/own-pages.md'],
  ...['docs/pure-functions.md', 'docs/pure-functions-policies.md', 'docs/pure-functions-events.md'],
];

it.each(PAGES)('the tests that %s shows pass', (path) => {
  const page = readPage(path);
  const folder = join(root, 'node_modules/.cache/stepward');
  const file = join(folder, `page-${randomBytes(4).toString('hex')}.mts`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, programOf(page));
  try {
    const flags = ['--conditions=@stepward/source', '--import', 'tsx', '--test-reporter=tap'];
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout, status } = spawnSync(process.execPath, [...flags, file], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(stdout).toContain(`# pass ${String([...page.matchAll(/^test\(/gm)].length)}\n`);
    expect(status).toBe(0);
  } finally {
    rmSync(file);
  }
});

it('the example of createTestStepward is the first one of the page on testing', () => {
  const source = readPage('packages/testing/src/create-test-stepward.ts');
  const [, example = ''] = /@example\n([^@]*?)\n \*\n/.exec(source) ?? [];
  const lines = example.split('\n').map((line) => line.replace(/^ \* /, '  '));
  expect(lines.length).toBeGreaterThan(3);
  expect(codeBlocks(readPage('docs/testing.md'), 'ts')[0]).toContain(lines.join('\n'));
});
