import fc from 'fast-check';

const utf8 = (text: string): Buffer => Buffer.from(text);

/** Bodies that break a reader, or hope to. */
const BAD: readonly Buffer[] = [
  '',
  'null',
  '[]',
  '"text"',
  '{"code":"123',
  '{"code":"123456"} trailing',
  '{"code":1e999}',
  `{"code":${'9'.repeat(5_000)}}`,
  '{"code":-0.0000000000000000000000000000000000001}',
  '{"__proto__":{"enabled":true},"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"hasOwnProperty":2,"valueOf":null,"then":true}',
  '{"code":"1","code":"123456","code":null}',
  '{"name":"x","name":"y","scopes":["logs:read"],"scopes":[]}',
  `{"code":${'['.repeat(32)}${']'.repeat(32)}}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '['.repeat(16_000),
  `{"code":"${'1'.repeat(20_000)}"}`,
  `{"${'k'.repeat(15_000)}":1}`,
  `{${Array.from({ length: 1_000 }, (_, n) => `"f${String(n)}":${String(n)}`).join(',')}}`,
  '{"name":"\\ud800","scopes":["\\u0000"]}',
  '{"phone_number":"+1\\u0000415"}',
  '\u0000',
]
  .map(utf8)
  .concat([
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('{"code":"123456"}')]),
  ]);

const LARGE = [utf8(`{"name":"${'x'.repeat(300_000)}"}`), utf8('['.repeat(300_000))];

/** Bodies that no operation takes, but by chance. */
export const bodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...BAD) },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
  { weight: 15, arbitrary: fc.json().map(utf8) },
  { weight: 5, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);
