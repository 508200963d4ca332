import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPage, root } from '../docs/pages.js';
import type { FindTests } from './check-evidence.js';
import { readTests, relativeImports, type TestsOfFile } from './read-tests.js';

/** Finds tests in the files of this repository, each of which is read once. */
export function createFindTests(): FindTests {
  const read = new Map<string, TestsOfFile | null>();
  return (file) => {
    if (!read.has(file)) read.set(file, testsOfFile(file));
    return read.get(file) ?? null;
  };
}

/** The cases of a file's tests may stand in a table that it imports. */
function testsOfFile(file: string): TestsOfFile | null {
  const isTest = /\.test\.ts$|\/contract\/[a-z-]+\.ts$/.test(file);
  if (!isTest || !existsSync(join(root, file))) return null;
  const source = readPage(file);
  const tables = relativeImports(source)
    .map((name) => join(dirname(file), name.replace(/\.js$/, '.ts')))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readTests(readPage(name)));
  const { titles, texts } = readTests(source);
  return { titles, texts: new Set([...texts, ...tables.flatMap((table) => [...table.texts])]) };
}
