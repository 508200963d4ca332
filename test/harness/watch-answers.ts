import type { HttpApi } from '@stepward/http';
import { afterEach, expect } from 'vitest';
import { noting } from './declared-answers.js';

/** Watches over APIs: a test in whose course one of them gave an answer that is not declared fails. */
export function watchAnswers(): (api: HttpApi) => HttpApi {
  const surprises: string[] = [];
  afterEach(() => {
    expect(surprises.splice(0)).toEqual([]);
  });
  return (api) => noting(surprises, api);
}
