import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from './docs/pages.js';

const DOCUMENT = join(root, 'docs/openapi.json');

/** Options as a new project has them. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

function errorsOf(files: readonly string[]): readonly string[] {
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, OPTIONS))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it.each<[string, string, (folder: string) => readonly string[]]>([
  [
    'orval',
    'orval',
    (folder) => ['--input', DOCUMENT, '--output', join(folder, 'client.ts'), '--client', 'fetch'],
  ],
  ['@hey-api/openapi-ts', 'openapi-ts', (folder) => ['--input', DOCUMENT, '--output', folder]],
])('what %s generates of the OpenAPI document compiles', async (_, command, argumentsFor) => {
  const folder = mkdtempSync(join(tmpdir(), 'stepward-generated-'));
  try {
    const binary = join(root, 'node_modules/.bin', command);
    // Its folder is where the generators look for a configuration.
    await promisify(execFile)(process.execPath, [binary, ...argumentsFor(folder)], { cwd: folder });
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file));
    expect(errorsOf(files)).toEqual([]);
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    for (const name of ['Subscriber', 'SecurityPolicy', 'MfaStatus']) {
      expect(source).toMatch(new RegExp(`^export (?:interface|type) ${name} `, 'm'));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
