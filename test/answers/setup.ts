/** A test fails if an API gave an answer during it that its operation does not declare. */
import { afterEach, expect } from 'vitest';
import { takeSurprises } from './watch-answers.js';

afterEach(() => {
  expect(takeSurprises()).toEqual([]);
});
