import ts from 'typescript';

/** What a file holds that a line of the specification can point to. */
export interface TestsOfFile {
  /** Titles of tests that run, each behind the titles around it, with ` › ` between them. */
  readonly titles: readonly string[];
  /** Every text in the file, among them the cases that fill the `%s` of a title. */
  readonly texts: ReadonlySet<string>;
}

/** The files that a source imports by a relative path, as it names them: `./policy-rows.js`. */
export function relativeImports(source: string): readonly string[] {
  return ts
    .preProcessFile(source)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'));
}

/**
 * Reads the tests of a file from its syntax, so that comments do not count, nor what is skipped.
 * A test is a call of `it` or `test`, in any of their forms, or a case of a contract: an object with `name` and `run`.
 */
export function readTests(source: string): TestsOfFile {
  const titles: string[] = [];
  const texts = new Set<string>();
  const visit = (node: ts.Node, around: readonly string[]): void => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    const call = ts.isCallExpression(node) ? calledFunction(node.expression) : null;
    if (call?.isSkipped === true) return;
    const named = call === null ? [] : titlesOf((node as ts.CallExpression).arguments[0]);
    const paths = named.map((title) => [...around, title]);
    if (call?.name === 'it' || call?.name === 'test') titles.push(...paths.map(joined));
    titles.push(...contractCase(node));
    const inside = call?.name === 'describe' ? (paths[0] ?? around) : around;
    node.forEachChild((child) => visit(child, inside));
  };
  visit(ts.createSourceFile('tests.ts', source, ts.ScriptTarget.ES2022, true), []);
  return { titles, texts };
}

const joined = (path: readonly string[]): string => path.join(' › ');

/** The function at the root of `it`, `it.each(rows)` or `it.each<Row>(rows)`, and whether it is told to skip. */
function calledFunction(callee: ts.Expression): { name: string; isSkipped: boolean } | null {
  if (ts.isIdentifier(callee)) return { name: callee.text, isSkipped: false };
  if (ts.isCallExpression(callee)) return calledFunction(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return null;
  const root = calledFunction(callee.expression);
  if (root === null || !['describe', 'it', 'test'].includes(root.name)) return null;
  const isSkipped = /^(skip|skipIf|runIf|todo|fails)$/.test(callee.name.text);
  return { ...root, isSkipped: root.isSkipped || isSkipped };
}

/** The texts that a first argument can be: one, or either of a condition; a template as it is written. */
function titlesOf(argument: ts.Expression | undefined): readonly string[] {
  if (argument === undefined) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (ts.isTemplateExpression(argument)) return [argument.getText().slice(1, -1)];
  if (!ts.isConditionalExpression(argument)) return [];
  return [...titlesOf(argument.whenTrue), ...titlesOf(argument.whenFalse)];
}

function contractCase(node: ts.Node): readonly string[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  const member = (name: string) =>
    node.properties.find((property) => property.name?.getText() === name);
  const name = member('name');
  const isCase = member('run') !== undefined && name !== undefined && ts.isPropertyAssignment(name);
  return isCase ? titlesOf(name.initializer) : [];
}
