import { join } from 'node:path';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openApiRules } from '../scripts/openapi-rules.js';
import { readPage, root } from './docs/pages.js';

const PATH = 'docs/openapi.json';

/** What Redocly finds in a document by the rules of `redocly.yaml`. */
async function findings(source: string): Promise<readonly string[]> {
  const config = await loadConfig({
    configPath: join(root, 'redocly.yaml'),
    plugins: [openApiRules],
  });
  const problems = await lintFromString({ source, absoluteRef: join(root, PATH), config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

it('Redocly finds nothing wrong with the OpenAPI document', async () => {
  expect(await findings(readPage(PATH))).toEqual([]);
});

it('Redocly finds what is invalid, and reasons of the error table that no operation answers', async () => {
  const found = await findings('{"openapi":"3.1.1","paths":{}}');
  expect(found).toContain('struct: The field `info` must be present on this level.');
  expect(found).toContain('stepward/reasons-occur: No operation answers the reason code_mismatch.');
});
