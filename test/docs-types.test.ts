import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { pages, programOf, readPage, root } from './docs/pages.js';

it('the TypeScript of README and docs compiles', () => {
  const sources = new Map(
    pages()
      .map((page) => [join(root, `${page}.ts`), programOf(readPage(page))] as const)
      .filter(([, program]) => program.trim() !== ''),
  );
  expect([...sources.keys()]).toContain(join(root, 'README.md.ts'));
  expect(typeErrors(sources)).toEqual([]);
});

/** One program for all pages, each a file that exists in memory alone, beside the page it is made of. */
function typeErrors(sources: ReadonlyMap<string, string>): readonly string[] {
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
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()]
    .flatMap((file) => ts.getPreEmitDiagnostics(program, program.getSourceFile(file)))
    .map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
}
