/** A test in whose course an API gave an answer that its operation does not declare fails. */
import { afterEach, expect } from 'vitest';
import { takeSurprises } from './watch-answers.js';

afterEach(() => {
  expect(takeSurprises()).toEqual([]);
});
