/** Compares every answer of every API in a test with what its operation declares, and records which answers were seen. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { HttpApi } from '../../packages/http/src/http-types.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder where each worker lists the answers that its tests saw. */
    readonly seenAnswers: string;
  }
}

const surprises: string[] = [];
const seen = new Set<string>();
const FILE = randomUUID();

/**
 * The API. Its answers are compared and recorded. What they are compared with is loaded at the first answer: a setup
 * file replaces modules, and what it loaded before would stay as it is.
 */
export function watched(api: HttpApi): HttpApi {
  return {
    paths: api.paths,
    async handle(request) {
      const response = await api.handle(request);
      if (response !== null) {
        const { answerOf, operationOf, surprisesOf } = await import('./declared-answers.js');
        surprises.push(...surprisesOf(request, response));
        const operation = operationOf(request);
        if (operation !== null) record(`${operation.id} ${answerOf(response)}`);
      }
      return response;
    },
  };
}

/** What was not declared, since it was last asked for. */
export function takeSurprises(): readonly string[] {
  return surprises.splice(0);
}

function record(answer: string): void {
  if (seen.has(answer)) return;
  seen.add(answer);
  // All of them each time, in a file of this module's own: a write that a file system loses is repaired by the next.
  writeFileSync(join(inject('seenAnswers'), FILE), `${[...seen].join('\n')}\n`);
}
