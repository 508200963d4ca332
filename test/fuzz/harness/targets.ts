import fc from 'fast-check';
import { describeOperations } from '../../../packages/http/src/operations/create-operations.js';
import type { AnyOperation } from '../../../packages/http/src/operations/operation.js';
import { filtersOf, pathsOf, requestOf } from '../../walks/requests.js';

/** A request line without its version, and a body that the operation takes. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Stands for the id of a record, until it is known who asks: `~webhooks~`. */
const PLACE = /~([a-z-]+)~/g;

/** A text with the ids of records in their places. */
export function withIds(text: string, ids: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (place, kind: string) => ids[kind] ?? place);
}

const operations = describeOperations();

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

const PARAMS = [
  'a%2Fb',
  '%2e%2e',
  '..',
  '.',
  '%00',
  '%ff',
  '%',
  '%zz',
  '%C0%AF',
  '%F0%9F%98%80',
  '%25252F',
  '%0d%0aset-cookie:%20a=b',
  ';a=b',
  '*',
  '{orgId}',
  "'--",
  '__proto__',
  'x'.repeat(255),
  'x'.repeat(3_000),
];

/** What is done to a valid path. */
const SPOILERS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/x/../v1/'),
  (path) => path.replace('/v1/', '/v1%2F'),
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `${path}/${'a/'.repeat(2_000)}`,
  (path) => `${path}?${'a=b&'.repeat(1_500)}`,
  (path) => `${path}?limit=0&limit=x&cursor=%00%ff&type=&since=99999`,
  (path) => `${path}?limit=5&cursor=AAAA`,
  (path) => `${path}?__proto__=1&constructor=2`,
  (path) => `${path}#fragment`,
  (path) => `${path}\\..\\x`,
  (path) => `${path}?q=caf\u00e9`,
  (path) => `http://acme.example.test${path}`,
  (path) => `http://u:p@globex.example.test:99999${path}`,
  (path) => `ftp://acme.example.test${path}`,
  (path) => `${path} HTTP/1.1`,
  () => '*',
  () => '/',
  () => '//',
  () => '/nobody/knows',
];

const methodFor = (method: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 80, arbitrary: fc.constant(method) },
    { weight: 15, arbitrary: fc.constantFrom(...METHODS) },
    { weight: 5, arbitrary: fc.constantFrom(method.toLowerCase(), 'BREW', 'G\u00cbT', '') },
  );

const spoilers = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...SPOILERS) },
);

/** What an operation takes: each word in its path, with and without each filter of its query. */
function examplesOf(operation: AnyOperation): fc.Arbitrary<Omit<Target, 'method'>> {
  const record = fc.record({
    path: fc.constantFrom(...pathsOf(operation)),
    filter: fc.constantFrom('', ...filtersOf(operation)),
    hasNames: fc.boolean(),
  });
  return record.map(({ path: from, filter, hasNames }) => {
    const { path, query, body } = requestOf(operation, {
      path: from,
      filter,
      naming: ({ kind, part }) => (part === 'query' && !hasNames ? '' : `~${kind}~`),
    });
    return {
      path: query === '' ? path : `${path}?${query}`,
      body: body === undefined ? '' : JSON.stringify(body),
    };
  });
}

/** Every operation, with good and hostile ids, as it is or with a spoiled path. */
export const targets: fc.Arbitrary<Target> = fc.constantFrom(...operations).chain((operation) =>
  fc
    .record({
      method: methodFor(operation.method),
      example: examplesOf(operation),
      param: fc.oneof(
        { weight: 60, arbitrary: fc.constant(null) },
        { weight: 40, arbitrary: fc.constantFrom(...PARAMS) },
      ),
      spoil: spoilers,
    })
    .map(({ method, example, param, spoil }) => {
      const path = param === null ? example.path : operation.path.replaceAll(/:\w+/g, () => param);
      return { ...example, method, path: spoil === null ? path : spoil(path) };
    }),
);
