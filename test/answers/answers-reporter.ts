/**
 * Fails a whole run in which an answer of the OpenAPI document was never seen: each operation has to give each of its
 * statuses, and each reason of it, in some test. A run of some files, or of one project, is not held to it.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';
import { withoutReferences } from '../../scripts/api-changes/without-references.js';
import type { JsonObject } from '../../scripts/json.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface DescribedResponse {
  readonly content: {
    readonly 'application/problem+json'?: { readonly examples: Readonly<Record<string, unknown>> };
  };
}

/**
 * What the types allow and nothing can bring about: only a code that was sent to a number is void once another number is
 * verified, and a code for a new number belongs to that number.
 */
const UNREACHABLE: readonly string[] = [
  'verifyTotpEnrolment 422 phone_changed',
  'verifyWebAuthnEnrolment 422 phone_changed',
  'putPhone 422 phone_changed',
];

/** `folder` is where the workers write; it is removed at the end. */
export function answersReporter(folder: string): Reporter {
  let vitest: Vitest | null = null;
  return {
    onInit(started) {
      vitest = started;
    },
    async onTestRunEnd(modules) {
      const seen = readSeen(folder);
      rmSync(folder, { recursive: true, force: true });
      if (vitest === null || (await isPartial(vitest, modules.length))) return;
      const described = describedAnswers().filter((answer) => !UNREACHABLE.includes(answer));
      const unseen = described.filter((answer) => !seen.has(answer));
      const count = `${String(described.length - unseen.length)} of ${String(described.length)}`;
      vitest.logger.log(
        `Answers: ${count} documented answers were seen, by operation, status and reason.`,
      );
      if (unseen.length === 0) return;
      vitest.logger.error(`Never seen:\n${unseen.map((answer) => `  ${answer}`).join('\n')}`);
      process.exitCode = 1;
    },
  };
}

/** It is served beside the operations: the tests of the document show its answers. */
const DOCUMENT_OPERATION = 'getOpenApiDocument';

/** `startSmsEnrolment 201`, or `startSmsEnrolment 409 already_enrolled`, for each operation. */
function describedAnswers(): readonly string[] {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as JsonObject;
  const { paths } = withoutReferences(document) as unknown as Document;
  return Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ operationId }) => operationId !== DOCUMENT_OPERATION)
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        answersOf(response).map((reason) => [operationId, status, ...reason].join(' ')),
      ),
    );
}

/** One for each reason; one without a reason for a success. */
function answersOf({ content }: DescribedResponse): readonly (readonly string[])[] {
  const problems = content['application/problem+json'];
  return problems === undefined ? [[]] : Object.keys(problems.examples).map((reason) => [reason]);
}

function readSeen(folder: string): ReadonlySet<string> {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n'),
  );
  return new Set(lines);
}

async function isPartial(vitest: Vitest, ran: number): Promise<boolean> {
  const { project, testNamePattern } = vitest.config;
  const all = await vitest.globTestSpecifications();
  return ran < all.length || project.length > 0 || testNamePattern !== undefined;
}
