import ts from 'typescript';

/** The word that begins a comment with tags: `spec` for lines of the specification, `standard` for requirements of other standards. */
export type Marker = 'spec' | 'standard';

/** A test, or a row of a table that a test runs, with what it shows. */
export interface TaggedTest {
  /** The titles around it and its own, ` › ` between them; a row's beginning after its test's. */
  readonly title: string;
  /** What stands in its comment: `limits/code-length`, `limits/*` for every line of a section, `asvs/6.5.1`. */
  readonly tags: readonly string[];
}

/** The tags of a file. */
export interface TagsOfFile {
  readonly tests: readonly TaggedTest[];
  /** Rows with tags in tables that other files may run, by the name of the table. */
  readonly tables: ReadonlyMap<string, readonly TaggedTest[]>;
  /** Names of imported tables, with the tests that run each. */
  readonly runs: ReadonlyMap<string, readonly string[]>;
  /** Tags of which no test can make use: what stands below them is skipped, or is no test. */
  readonly astray: readonly string[];
}

/**
 * Reads the tags of a file from its syntax: neither texts nor what is skipped count. Comments tag what stands below
 * them, one line each: `// spec: limits/code-length, errors/put-422`.
 */
export function readTags(source: string, marker: Marker): TagsOfFile {
  const file = ts.createSourceFile('tests.ts', source, ts.ScriptTarget.ES2022, true);
  const tests: TaggedTest[] = [];
  const tables = new Map<string, TaggedTest[]>();
  const astray: string[] = [];
  for (const { node, tags } of taggedNodes(file, marker)) {
    const titles = isSkipped(node) ? [] : titlesOf(node, file);
    tests.push(...titles.map((title) => ({ title, tags })));
    const table = tableOf(node);
    if (titles.length > 0) continue;
    if (table === null || isSkipped(node)) astray.push(...tags);
    else tables.set(table, [...(tables.get(table) ?? []), { title: labelOf(node), tags }]);
  }
  return { tests, tables, runs: runsOfImports(file), astray };
}

interface Tagged {
  readonly node: ts.Node;
  readonly tags: readonly string[];
}

/** The outermost node below each comment. */
function taggedNodes(file: ts.SourceFile, marker: Marker): readonly Tagged[] {
  const pattern = new RegExp(`^// ${marker}: (.+)$`);
  const seen = new Set<number>();
  const found: Tagged[] = [];
  const visit = (node: ts.Node): void => {
    // A list of nodes begins where its first node does.
    const isList = node.kind === ts.SyntaxKind.SyntaxList;
    const comments = isList
      ? []
      : (ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? []);
    const tags = comments
      .filter(({ pos }) => !seen.has(pos))
      .flatMap(({ pos, end }) => {
        seen.add(pos);
        const [, list = ''] = pattern.exec(file.text.slice(pos, end)) ?? [];
        return list.split(/, */).filter((tag) => tag !== '');
      });
    if (tags.length > 0) found.push({ node, tags });
    for (const child of node.getChildren(file)) visit(child);
  };
  file.forEachChild(visit);
  return found;
}

/** The titles under which a node runs in its own file: a test, a case of a contract, or a row of a test's table. */
function titlesOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  const call = testCall(node);
  if (call !== null) return [pathOf(call)];
  if (!isRow(node)) return [];
  const contractCase = nameOfCase(node);
  if (contractCase !== null) return [contractCase];
  const each = ancestors(node).find(isTestCall);
  const runners = each === undefined ? runnersOf(tableOf(node), file) : [each];
  return runners.map((runner) => `${pathOf(runner)} › ${labelOf(node)}`);
}

/** Tests that run a table of this file, or what is made of it. */
function runnersOf(table: string | null, file: ts.SourceFile): readonly ts.CallExpression[] {
  if (table === null) return [];
  const names = new Set([table]);
  const runners: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && mentions(node.initializer, names)) {
      names.add(node.name.getText(file));
    }
    if (isTestCall(node) && !isSkipped(node) && mentions(node.expression, names))
      runners.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return runners;
}

function runsOfImports(file: ts.SourceFile): ReadonlyMap<string, readonly string[]> {
  const names = file.statements
    .filter(ts.isImportDeclaration)
    .map(({ importClause }) => importClause?.namedBindings)
    .filter((bindings) => bindings !== undefined && ts.isNamedImports(bindings))
    .flatMap(({ elements }) => elements.map(({ name }) => name.text));
  return new Map(
    names
      .map((name) => [name, runnersOf(name, file).map(pathOf)] as const)
      .filter(([, paths]) => paths.length > 0),
  );
}

function mentions(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node) && names.has(node.text)) return true;
  return ts.forEachChild(node, (child) => mentions(child, names) || undefined) ?? false;
}

/** The constant that a row stands in, however deep. */
function tableOf(node: ts.Node): string | null {
  if (!isRow(node)) return null;
  const declaration = ancestors(node).find(ts.isVariableDeclaration);
  return declaration?.name.getText() ?? null;
}

const isRow = ({ parent }: ts.Node): boolean => ts.isArrayLiteralExpression(parent);

/** From the nearest outwards; lists of the syntax itself are left out. */
function ancestors(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  for (let each = node.parent as ts.Node | undefined; each; each = each.parent) found.push(each);
  return found;
}

/** What a row begins with: its first text. */
function labelOf(node: ts.Node): string {
  const find = (each: ts.Node): string | undefined =>
    ts.isStringLiteralLike(each) ? each.text : ts.forEachChild(each, find);
  return find(node) ?? node.getText();
}

/** An object with `name` and `run` is a case of a contract, which is a test wherever the contract is run. */
function nameOfCase(node: ts.Node): string | null {
  if (!ts.isObjectLiteralExpression(node)) return null;
  const member = (name: string) =>
    node.properties.find((property) => property.name?.getText() === name);
  const name = member('name');
  const isCase = member('run') !== undefined && name !== undefined && ts.isPropertyAssignment(name);
  return isCase ? titleOf(name.initializer) : null;
}

/** The call of a statement that defines a test. */
function testCall(node: ts.Node): ts.CallExpression | null {
  return ts.isExpressionStatement(node) && isTestCall(node.expression) ? node.expression : null;
}

/** `it('…', run)`, `it.each(rows)('…', run)`, and the same of `test` and `describe`. */
function isTestCall(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node) || titleOf(node.arguments[0]) === null) return false;
  return ['describe', 'it', 'test'].includes(rootOf(node.expression).name);
}

/** The function at the root of `it`, `it.each(rows)` or `it.each<Row>(rows)`, and what it is told. */
function rootOf(callee: ts.Expression): { name: string; modifiers: readonly string[] } {
  if (ts.isIdentifier(callee)) return { name: callee.text, modifiers: [] };
  if (ts.isCallExpression(callee)) return rootOf(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return { name: '', modifiers: [] };
  const { name, modifiers } = rootOf(callee.expression);
  return { name, modifiers: [...modifiers, callee.name.text] };
}

/** Whether it, or what stands around it, is told not to run, not always to, or to fail. */
function isSkipped(node: ts.Node): boolean {
  const calls = [testCall(node) ?? node, ...ancestors(node)].filter(isTestCall);
  const modifiers = calls.flatMap((call) => rootOf(call.expression).modifiers);
  return modifiers.some((name) => /^(skip|skipIf|runIf|todo|fails)$/.test(name));
}

/** The title of a test behind those around it. */
function pathOf(call: ts.CallExpression): string {
  return [call, ...ancestors(call).filter(isTestCall)]
    .map((each) => titleOf(each.arguments[0]))
    .toReversed()
    .join(' › ');
}

/** A text, a template as it is written, or the first of two. */
function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (ts.isTemplateExpression(argument)) return argument.getText().slice(1, -1);
  return ts.isConditionalExpression(argument) ? titleOf(argument.whenTrue) : null;
}
