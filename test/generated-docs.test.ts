import { describe, expect, it } from 'vitest';
import {
  FILES,
  fillSection,
  generate,
  generateFile,
  SECTIONS,
  type Section,
} from '../scripts/generate-docs.js';
import { tier } from './harness/tier.js';

/** They simulate weeks of messages, and are compared in the full tier alone. */
const SLOW: ReadonlySet<string> = new Set(['fraud simulation', 'docs/sms-fraud.svg']);
const isCompared = (nameOrPath: string): boolean => tier === 'full' || !SLOW.has(nameOrPath);

describe('the generated documentation', () => {
  it.each(SECTIONS.filter(({ name }) => isCompared(name)))(
    'is up to date: $name in $page (npm run docs:generate writes it)',
    async (section) => {
      const { current, generated } = await generate(section);
      expect(current).toBe(generated);
    },
  );
});

it.each(FILES.filter(({ path }) => isCompared(path)))('$path is up to date', async (file) => {
  const { current, generated } = await generateFile(file);
  expect(current === generated, 'npm run docs:generate writes it').toBe(true);
});

describe('a section', () => {
  const section: Section = { page: 'docs/page.md', name: 'list', content: () => 'new' };

  it('replaces what stands between its markers, and nothing else', () => {
    const page = 'above\n<!-- generated: list -->\n\nold\n\n<!-- end: list -->\nbelow\n';
    expect(fillSection(page, section)).toBe(
      'above\n<!-- generated: list -->\n\nnew\n\n<!-- end: list -->\nbelow\n',
    );
  });

  it.each([
    ['no markers', 'text'],
    ['no end', '<!-- generated: list -->\ntext'],
    ['no start', 'text\n<!-- end: list -->'],
    ['the markers of another section', '<!-- generated: other -->\n<!-- end: other -->'],
    ['the end before the start', '<!-- end: list -->\n<!-- generated: list -->\n'],
    ['its markers twice', '<!-- generated: list -->\n<!-- end: list -->\n'.repeat(2)],
  ])('refuses a page with %s', (_, page) => {
    expect(() => fillSection(page, section)).toThrow('exactly one pair of markers');
  });
});
