import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeApi } from '@stepward/http/openapi';
import { afterAll, expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';

const folder = mkdtempSync(join(tmpdir(), 'stepward-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('prints the document, on one line with --json', async () => {
  const document = JSON.parse(JSON.stringify(describeApi()));
  const { code, stdout, stderr } = await runLine('openapi');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(document);
  const asJson = await runLine('openapi --json');
  expect(asJson.stdout.split('\n')).toHaveLength(2);
  expect(JSON.parse(asJson.stdout)).toEqual(document);
});

it('writes it into a file', async () => {
  const out = join(folder, 'openapi.json');
  const written = await runLine(['openapi', '--out', out]);
  expect(written).toEqual({ code: 0, stdout: `wrote ${out}\n`, stderr: '' });
  expect(readFileSync(out, 'utf8')).toBe((await runLine('openapi')).stdout);
  const { stdout } = await runLine(['openapi', '--out', out, '--json']);
  expect(JSON.parse(stdout)).toEqual({ out });
});

it('a file that cannot be written exits with 1', async () => {
  const out = join(folder, 'missing/openapi.json');
  const { code, stdout, stderr } = await runLine(['openapi', '--out', out]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`stepward openapi: cannot write ${out}: ENOENT\n`);
});
