import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { root } from '../workspaces.js';
import { mustUseResult } from './must-use-result.js';

const GIVEN = `
  import { ok, err, okAsync, type Result } from 'neverthrow';
  declare function verify(): Result<number, string>;
  declare function save(): Promise<Result<number, string>>;
  declare function log(): Promise<void>;
  declare const found: { verify(): Result<number, string> } | undefined;
  declare function isOk(): boolean;
  class Ok {}
`;

const ACCEPTED = [
  ['a Result that is returned is used', 'return verify();'],
  ['a Result that is kept is used', 'const result = await save(); return result;'],
  ['an assignment keeps its Result', 'let last; last = verify(); return last;'],
  ['a Result that is looked at is used', 'verify().match(() => 1, () => 2);'],
  ['dropping on purpose is said with void', 'void verify();'],
  ['a promise of nothing may be awaited and forgotten', 'await log();'],
  ['a call that returns no Result is ignored', 'isOk();'],
  ['another class of the same name is not a Result', 'new Ok();'],
] as const;

const REFUSED = [
  ['a dropped Result is refused', 'verify();'],
  ['a dropped Ok is refused', 'ok(1);'],
  ['a dropped Err is refused', "err('code_mismatch');"],
  ['a dropped ResultAsync is refused', 'okAsync(1);'],
  ['an awaited ResultAsync is refused', 'await okAsync(1);'],
  ['an awaited promise of a Result is refused', 'await save();'],
  ['a promise of a Result that is not awaited is refused', 'save();'],
  ['a Result of an optional call is refused', 'found?.verify();'],
  ['a Result behind a condition is refused', 'isOk() && verify();'],
  ['a Result that was only mapped is refused', 'verify().map((n) => n + 1);'],
] as const;

/** A line each, because one program of TypeScript does for all cases: making one takes seconds. */
const statements = [...ACCEPTED, ...REFUSED].map(([, statement]) => statement);
const firstLine = GIVEN.split('\n').length + 1;

/** What the rule says of each statement. */
const messages = ((): ReadonlyMap<string, readonly (string | undefined)[]> => {
  const lines = statements.map((statement) => `async () => { ${statement} },`);
  const source = `${GIVEN}\nexport const all = [${lines.join('\n')}\n];\n`;
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { stepward: { rules: { 'must-use-result': mustUseResult } } },
    rules: { 'stepward/must-use-result': 'error' },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        // A project without files: that of the repository would be loaded whole.
        projectService: {
          allowDefaultProject: ['*.ts'],
          defaultProject: 'scripts/eslint/tsconfig.case.json',
        },
        tsconfigRootDir: root,
      },
    },
  };
  const found = new Linter({ cwd: root }).verify(source, [config], { filename: 'case.ts' });
  return new Map(
    statements.map((statement, index) => [
      statement,
      found.filter(({ line }) => line === firstLine + index).map(({ messageId }) => messageId),
    ]),
  );
})();

describe('must-use-result', () => {
  it.each(ACCEPTED)('%s', (_, statement) => {
    expect(messages.get(statement)).toEqual([]);
  });

  it.each(REFUSED)('%s', (_, statement) => {
    expect(messages.get(statement)).toEqual(['dropped']);
  });
});
