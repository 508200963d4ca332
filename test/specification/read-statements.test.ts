import { expect, it } from 'vitest';
import { readStatements } from './read-statements.js';

it('the statements of a page are its rows, items and paragraphs, under the heading above them', () => {
  const page = [
    '> About the page.',
    '# A',
    'A paragraph.',
    'An introduction:',
    '1. An item.',
    '<!-- a comment -->',
    '## B',
    '| Head | Of table |',
    '|---|---|',
    String.raw`| a |  | \<b> |`,
  ];
  expect(readStatements(page.join('\n'))).toEqual([
    { section: 'A', text: 'A paragraph.' },
    { section: 'A', text: '1. An item.' },
    { section: 'B', text: 'a |  | <b>' },
  ]);
});
