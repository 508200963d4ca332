import fc from 'fast-check';
import { describeOperations } from '../../../packages/http/src/operations/create-operations.js';

/** A request line without its version. */
export interface Target {
  readonly method: string;
  readonly path: string;
}

const operations = describeOperations();

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

const PARAMS = [
  'org_main',
  'ada',
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

/** Every operation, with good and hostile ids, as it is or with a spoiled path. */
export const targets: fc.Arbitrary<Target> = fc
  .constantFrom(...operations)
  .chain(({ method, path }) =>
    fc.record({
      method: methodFor(method),
      path: fc.tuple(fc.constantFrom(...PARAMS), spoilers).map(([param, spoil]) => {
        const filled = path.replaceAll(/:\w+/g, () => param);
        return spoil === null ? filled : spoil(filled);
      }),
    }),
  );
