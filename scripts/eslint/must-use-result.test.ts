import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, it } from 'vitest';
import { root } from '../workspaces.js';
import { mustUseResult } from './must-use-result.js';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({
  languageOptions: {
    parser: tseslint.parser,
    parserOptions: {
      // A project of its own without files: that of the repository would be loaded whole.
      projectService: {
        allowDefaultProject: ['*.ts'],
        defaultProject: 'scripts/eslint/tsconfig.case.json',
      },
      tsconfigRootDir: root,
    },
  },
});

const given = `
  import { ok, err, okAsync, type Result } from 'neverthrow';
  declare function verify(): Result<number, string>;
  declare function save(): Promise<Result<number, string>>;
  declare function log(): Promise<void>;
  declare const found: { verify(): Result<number, string> } | undefined;
  declare function isOk(): boolean;
  class Ok {}
`;
const inContext = (statement: string) => `${given} async function main() { ${statement} }`;
const accepts = (name: string, statement: string) => ({
  name,
  code: inContext(statement),
  filename: 'case.ts',
});
const refuses = (name: string, statement: string) => ({
  ...accepts(name, statement),
  errors: [{ messageId: 'dropped' }],
});

tester.run('must-use-result', mustUseResult, {
  valid: [
    accepts('a Result that is returned is used', 'return verify();'),
    accepts('a Result that is kept is used', 'const result = await save(); return result;'),
    accepts('an assignment keeps its Result', 'let last; last = verify(); return last;'),
    accepts('a Result that is looked at is used', 'verify().match(() => 1, () => 2);'),
    accepts('dropping on purpose is said with void', 'void verify();'),
    accepts('a promise of nothing may be awaited and forgotten', 'await log();'),
    accepts('a call that answers no Result is none of its business', 'isOk();'),
    accepts('another class of the same name is not a Result', 'new Ok();'),
  ],
  invalid: [
    refuses('a dropped Result is refused', 'verify();'),
    refuses('a dropped Ok is refused', 'ok(1);'),
    refuses('a dropped Err is refused', "err('code_mismatch');"),
    refuses('a dropped ResultAsync is refused', 'okAsync(1);'),
    refuses('an awaited ResultAsync is refused', 'await okAsync(1);'),
    refuses('an awaited promise of a Result is refused', 'await save();'),
    refuses('a promise of a Result that nobody awaits is refused', 'save();'),
    refuses('a Result of an optional call is refused', 'found?.verify();'),
    refuses('a Result behind a condition is refused', 'isOk() && verify();'),
    refuses('a Result that was only mapped is refused', 'verify().map((n) => n + 1);'),
  ],
});
