import { expect, it } from 'vitest';
import { unannouncedChanges } from './unannounced-changes.js';

const WITH = { paths: { '/a': { get: {} } } };
const WITHOUT = { paths: {} };
const changeset = (line: string) => `---\n'@stepward/core': patch\n${line}\n---\n\nRemoves a.\n`;

it('a breaking change without a changeset is found', () => {
  expect(unannouncedChanges(WITH, WITHOUT, [])).toEqual(['GET /a: was removed']);
});

it.each([`'@stepward/http': major`, `"@stepward/http": major`, '@stepward/http: major'])(
  'a changeset that says %s announces it',
  (line) => {
    expect(unannouncedChanges(WITH, WITHOUT, [changeset(line)])).toEqual([]);
  },
);

it.each([`'@stepward/http': minor`, `'@stepward/core': major`, `# '@stepward/http': major`])(
  'a changeset that says %s does not',
  (line) => {
    expect(unannouncedChanges(WITH, WITHOUT, [changeset(line)])).toHaveLength(1);
  },
);

it('words below the front matter do not', () => {
  const text = `---\n'@stepward/core': minor\n---\n\n'@stepward/http': major\n`;
  expect(unannouncedChanges(WITH, WITHOUT, [text])).toHaveLength(1);
});

it('before the first release nothing is broken', () => {
  expect(unannouncedChanges(null, WITHOUT, [])).toEqual([]);
});
