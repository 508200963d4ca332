/**
 * Names of exports and options that the pages mention must be in the reports of the public API (`packages/<name>/api`), so that a rename
 * is not forgotten in prose.
 */
import { expect, it } from 'vitest';
import { entryPoints, readReport } from '../scripts/api-reports/entry-points.js';
import { pages as allPages, readPage } from './docs/pages.js';

/** All but the decisions, which name what there was when they were made. */
const pages = allPages().filter((page) => !page.startsWith('docs/adr/'));

/** Names that are not of the public API, by whose they are. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'HTTP, JavaScript, Node and TypeScript': [
    ...['HttpOnly', 'SameSite', 'TypeError', 'AssertionError', 'createRequire'],
    ...['moduleResolution', 'skipLibCheck', 'isolatedModules'],
    ...['emitDecoratorMetadata', 'experimentalDecorators'],
  ],
  Fastify: [
    ...['trustProxy', 'preParsing', 'requestTimeout', 'routerOptions', 'maxParamLength'],
    ...['onRequest'],
  ],
  NestJS: ['HttpException', 'MiddlewareConsumer', 'onModuleInit'],
  'pg and Postgres': ['PostgreSQL'],
  'libraries for SQL': [
    ...['ControlledTransaction', 'postProcessResponse', 'QueryRunner', 'startTransaction'],
  ],
  'fields of log lines and of the export of a log': [
    'aheadMs',
    'mountPath',
    'previousId',
    'replayedAs',
  ],
  'RFC 8936': ['moreAvailable', 'returnImmediately', 'setErrs'],
  'providers of SMS': ['SignatureVersion', 'callbackData'],
  'the tests': ['takeLeaksBesideEchoes'],
};

const others = new Set(Object.values(OTHERS).flat());
const reported = new Set(entryPoints().flatMap((entry) => readReport(entry).match(/\w+/g) ?? []));

const CODE_BLOCK = /```[\s\S]*?```/g;

/** Names in camel case in the inline code of a page, without those of its own examples. */
function namesIn(page: string): readonly string[] {
  const text = readPage(page);
  const examples = new Set((text.match(CODE_BLOCK) ?? []).flatMap((block) => block.match(/\w+/g)));
  const inline = text.replace(CODE_BLOCK, '').matchAll(/`([^`\n]+)`/g);
  const names = [...inline].flatMap(([, code = '']) => code.match(CAMEL_CASE) ?? []);
  return names.filter((name) => !examples.has(name));
}

/** Not in a path, a file name or a host name. */
const CAMEL_CASE = /(?<![\w./:-])[a-zA-Z]+[a-z][A-Z]\w*(?![\w./-]*\.(?:tsx?|md|js))/g;

it('the pages name hundreds of exports and options', () => {
  expect(new Set(pages.flatMap(namesIn)).size).toBeGreaterThan(200);
});

it.each(pages)('%s names only exports and options that there are', (page) => {
  expect(namesIn(page).filter((name) => !reported.has(name) && !others.has(name))).toEqual([]);
});

it('every name of others is mentioned, and is not of the public API', () => {
  const named = new Set(pages.flatMap(namesIn));
  expect([...others].filter((name) => !named.has(name) || reported.has(name))).toEqual([]);
});
