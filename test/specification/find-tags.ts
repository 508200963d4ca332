import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPage, root } from '../docs/pages.js';
import { readTags, type Marker, type TaggedTest } from './read-tags.js';

/** A tagged test, and the file it is in. */
export interface Shown extends TaggedTest {
  /** From the root of the repository. */
  readonly file: string;
}

/** Every tagged test of a set of files, and tags that no test makes use of. */
export interface FoundTags {
  readonly tests: readonly Shown[];
  /** `file: tag`. */
  readonly astray: readonly string[];
}

/** Reads the tags of one kind of every test of the repository. */
export function findTags(marker: Marker): FoundTags {
  const paths = ['packages', 'examples', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && !/\/(node_modules|dist)\//.test(path)),
  );
  return joinTags(new Map(paths.map((path) => [path, readPage(path)])), marker);
}

/** Joins tags of tables with the tests of other files that run them. */
export function joinTags(sources: ReadonlyMap<string, string>, marker: Marker): FoundTags {
  const tagged = [...sources].filter(([, source]) => source.includes(`// ${marker}: `));
  const tests: Shown[] = [];
  const astray: string[] = [];
  for (const [file, source] of tagged) {
    const found = readTags(source, marker);
    tests.push(...found.tests.map((test) => ({ ...test, file })));
    astray.push(...found.astray.map((tag) => `${file}: ${tag}`));
    for (const [table, rows] of found.tables) {
      const runners = runnersOf(file, table, sources, marker);
      for (const row of rows) {
        tests.push(
          ...runners.map((runner) => ({
            ...row,
            file: runner.file,
            title: `${runner.title} › ${row.title}`,
          })),
        );
        if (runners.length === 0) astray.push(...row.tags.map((tag) => `${file}: ${tag}`));
      }
    }
  }
  return { tests, astray };
}

/** The tests that run a table of another file. */
function runnersOf(
  file: string,
  table: string,
  sources: ReadonlyMap<string, string>,
  marker: Marker,
): readonly { file: string; title: string }[] {
  const name = file.replace(/^.*\//, '').replace(/\.ts$/, '.js');
  return [...sources]
    .filter(([other, source]) => imports(other, source, file, name))
    .flatMap(([other, source]) =>
      (readTags(source, marker).runs.get(table) ?? []).map((title) => ({ file: other, title })),
    );
}

function imports(importer: string, source: string, file: string, name: string): boolean {
  if (!source.includes(`/${name}'`)) return false;
  return [...source.matchAll(/from '(\.[^']+)'/g)].some(
    ([, path = '']) => join(dirname(importer), path).replace(/\.js$/, '.ts') === file,
  );
}
