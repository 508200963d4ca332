import { describe, expect, it } from 'vitest';
import { readPage } from '../docs/pages.js';
import { checkTags, linesOf, testsOf } from './check-tags.js';
import { findTags } from './find-tags.js';
import { SECTIONS } from './lines.js';
import { NOTES, noteOn } from './notes.js';
import { readStatements } from './read-statements.js';

const statements = readStatements(readPage('docs/specification.md'));
const lines = linesOf(statements, SECTIONS);
const found = findTags('spec');

describe('the specification', () => {
  it('is shown by tests, line by line', () => {
    expect(checkTags(lines, found, noteOn)).toEqual([]);
  });

  it('is all read: every table, list and paragraph', () => {
    expect(statements).toHaveLength(188);
  });

  it('leaves one line without a test, which is not about the service', () => {
    const unshown = lines.filter((line) => testsOf(line, found.tests).length === 0);
    expect(unshown.map(({ id }) => id)).toEqual(['document/scope']);
  });

  it('has notes on its own lines alone', () => {
    const ids = new Set(lines.map(({ id }) => id));
    expect(Object.keys(NOTES).filter((id) => !ids.has(id))).toEqual([]);
  });
});
