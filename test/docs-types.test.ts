import { join } from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { beforeAll, expect, it } from 'vitest';
import { mustUseResult } from '../scripts/eslint/must-use-result.js';
import { pages, programOf, readPage, root } from './docs/pages.js';

/** The TypeScript of each page that has some, by the name of a file that exists in memory alone, beside the page. */
let sources: ReadonlyMap<string, string>;
let program: ts.Program;

beforeAll(() => {
  sources = new Map(
    pages()
      .map((page) => [join(root, `${page}.ts`), programOf(readPage(page))] as const)
      .filter(([, text]) => text.trim() !== ''),
  );
  program = createProgram();
});

it('the TypeScript of README and docs compiles', () => {
  expect([...sources.keys()]).toContain(join(root, 'README.md.ts'));
  const errors = [...sources.keys()]
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  expect(errors).toEqual([]);
});

it('the TypeScript of README and docs drops no Result', () => {
  const linter = new Linter({ cwd: root });
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
    plugins: { stepward: { rules: { 'must-use-result': mustUseResult } } },
    rules: { 'stepward/must-use-result': 'error' },
  };
  const dropped = [...sources].flatMap(([file, text]) =>
    linter
      .verify(text, [config], file)
      .map(({ line, message }) => `${file}:${String(line)} ${message}`),
  );
  expect(dropped).toEqual([]);
});

/** One program for all pages. */
function createProgram(): ts.Program {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [] },
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const source = sources.get(file);
    return source === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, source, languageVersion);
  };
  return ts.createProgram([...sources.keys()], options, host);
}
