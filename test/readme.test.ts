import { curlLines } from '@stepward/reference-host/demo';
import { describe, expect, it } from 'vitest';
import { publishedPackages } from '../scripts/workspaces.js';
import { codeBlocks, readPage } from './docs/pages.js';

const readme = readPage('README.md');
const shellLines = codeBlocks(readme, 'sh').flatMap((block) => block.trim().split('\n'));

describe('the README', () => {
  it('embeds Stepward in at most 20 lines', () => {
    const [example = ''] = codeBlocks(readme, 'ts');
    expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20);
  });

  it('names commands that exist, and the ones that continuous integration runs', () => {
    expect(shellLines).toContain('npm ci && npm start');
    expect(shellLines).toContain('npm ci && npm test');
    const { scripts } = JSON.parse(readPage('package.json'));
    for (const [, script] of readme.matchAll(/npm run ([\w:-]+)/g)) {
      expect(scripts).toHaveProperty([script!]);
    }
    expect(scripts).toMatchObject({ start: expect.any(String), test: expect.any(String) });
    expect(readPage('.ci/run').trimEnd().split('\n').slice(-2)).toEqual(['npm ci', 'npm test']);
  });

  it('shows the lines for curl that the demo prints, which its own tests run', () => {
    expect(shellLines).toEqual(expect.arrayContaining([...curlLines('http://127.0.0.1:3000')]));
  });

  it('lists every package that is published', () => {
    const listed = [...readme.matchAll(/^\| \[`(@stepward\/[a-z]+)`\]/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(
      publishedPackages()
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('asks for the Node that package.json asks for', () => {
    const { engines } = JSON.parse(readPage('package.json'));
    expect(engines).toEqual({ node: '>=20.19' });
    expect(readme).toContain('Node 20.19 or newer');
  });
});
