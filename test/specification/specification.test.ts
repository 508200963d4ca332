import { describe, expect, it } from 'vitest';
import { readPage } from '../docs/pages.js';
import { checkEvidence } from './check-evidence.js';
import { reasonElsewhere } from './evidence.js';
import { createFindTests } from './find-tests.js';
import { readStatements } from './read-statements.js';
import { shownBy } from './shown-by.js';

const statements = readStatements(readPage('docs/specification.md'));

describe('the specification', () => {
  it('is shown by tests, line by line', () => {
    expect(checkEvidence(statements, shownBy, createFindTests())).toEqual([]);
  });

  it('is all read: every table, list and paragraph', () => {
    expect(statements).toHaveLength(188);
  });

  it('leaves no more than these lines, or parts of them, to other products', () => {
    const elsewhere = Object.values(shownBy)
      .flatMap((lines) => Object.entries(lines))
      .filter(([, evidence]) => reasonElsewhere(evidence) !== null);
    expect(elsewhere.map(([beginning]) => beginning)).toEqual([
      'This document covers one service in full',
      'session at assurance level aal1 | challenge issued',
      'Account states (active, suspended) and tenant states (pending, active)',
      'Other management endpoints of the Customer API exist',
    ]);
  });
});
