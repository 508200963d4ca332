/**
 * Reads the imports of sources with the TypeScript parser and answers one sentence per broken rule:
 * a package outside the table, a reach into another workspace's files, `ports/` or a foreign folder seen from
 * where core must not see it, a circle of files that import each other, types included.
 */
import { posix } from 'node:path';
import ts from 'typescript';
import { findCycles } from './find-cycles.js';
import {
  coreFolderImports,
  coreWiring,
  packageImports,
  privateWorkspaces,
  specificationTables,
} from './rules.js';

export interface SourceFile {
  /** From the root of the repository, with forward slashes: `packages/core/src/index.ts`. */
  readonly path: string;
  readonly text: string;
}

interface Import {
  readonly from: string;
  /** As written: `../shared/errors.js`, `@stepward/core/policy`, `node:crypto`. */
  readonly specifier: string;
  /** Erased by the compiler: it loads nothing. */
  readonly typeOnly: boolean;
  /** The source file meant, where it is one of the given files. */
  readonly target: string | undefined;
}

export function checkImports(files: readonly SourceFile[]): readonly string[] {
  const paths = new Set(files.map((file) => file.path));
  const imports = files.flatMap((file) => importsOf(file, paths));
  return [
    ...imports.flatMap((found) =>
      rules.flatMap((rule) => {
        const complaint = rule(found);
        return complaint === null ? [] : [`${found.from} imports ${found.specifier}: ${complaint}`];
      }),
    ),
    ...findCycles(imports.filter(countsForCircles)).map(
      (cycle) => `files import each other: ${cycle.join(' → ')}`,
    ),
  ];
}

/** A complaint, or null where the import is fine. */
type Rule = (found: Import) => string | null;

const rules: readonly Rule[] = [checkPackage, checkReach, checkPorts, checkCoreFolder];

function checkPackage({ from, specifier, typeOnly }: Import): string | null {
  if (isRelative(specifier) || isTest(from) || privateWorkspaces.test(from)) return null;
  const names = packageImports
    .filter((row) => row.files.test(from))
    .flatMap((row) => [...row.mayImport, ...(typeOnly ? (row.mayImportTypes ?? []) : [])]);
  const allowed = names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  return allowed ? null : 'no row of packageImports allows it';
}

/** Another workspace is used through its `exports` map alone. */
function checkReach({ from, specifier }: Import): string | null {
  const path = isRelative(specifier) ? withoutExtension(resolveRelative(from, specifier)) : '';
  if (isTest(from) && specificationTables.test(path)) return null;
  const reachesIn = isRelative(specifier)
    ? workspaceOf(path) !== workspaceOf(from)
    : /^@stepward\/[^/]+\/(src|dist)(\/|$)/.test(specifier);
  return reachesIn ? 'reaches into the files of another workspace' : null;
}

function checkPorts({ from, typeOnly, ...found }: Import): string | null {
  const source = insideCore(from);
  const target = insideCore(found.target);
  if (source === null || target === null || isTest(from)) return null;
  if (folderOf(target) !== 'ports' || folderOf(source) === 'ports') return null;
  if (coreWiring.test(source)) return null;
  if (!isService(source)) return 'only services see ports/';
  return typeOnly ? null : 'a service sees the types of ports/ only; what runs is handed to it';
}

function checkCoreFolder({ from, typeOnly, ...found }: Import): string | null {
  const source = insideCore(from);
  const target = insideCore(found.target);
  if (source === null || target === null || isTest(from) || coreWiring.test(source)) return null;
  const home = folderOf(source);
  const foreign = folderOf(target);
  if (foreign === home || foreign === 'shared' || foreign === 'ports') return null;
  // The union of all errors, and the ports, name the types of every feature; they load nothing of it.
  if (typeOnly && (source === 'shared/errors.ts' || home === 'ports')) return null;
  if (isService(target) && !(typeOnly && isService(source))) {
    return 'a service is seen by other services alone, as a type: it is handed to them';
  }
  const listed = coreFolderImports[home] ?? [];
  return listed.includes(withoutExtension(target)) || listed.includes(`${foreign}/*`)
    ? null
    : `${home}/ may not use it (see coreFolderImports)`;
}

/** Types count in sources alone: generated code for tests has circles of them. */
function countsForCircles(found: Import): found is Import & { readonly target: string } {
  return found.target !== undefined && (!found.typeOnly || isSource(found.from));
}

function importsOf(file: SourceFile, paths: ReadonlySet<string>): readonly Import[] {
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const target = candidates(file.path, specifier.text).find((path) => paths.has(path));
    imports.push({ from: file.path, specifier: specifier.text, typeOnly, target });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause));
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeExport(node));
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest));
  return imports;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return !clause.name && !!names && ts.isNamedImports(names) && allTypes(names.elements);
}

function isTypeExport(node: ts.ExportDeclaration): boolean {
  const names = node.exportClause;
  return node.isTypeOnly || (!!names && ts.isNamedExports(names) && allTypes(names.elements));
}

function allTypes(names: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]): boolean {
  return names.length > 0 && names.every((name) => name.isTypeOnly);
}

/** The files that a specifier can mean, whether or not they exist. */
function candidates(from: string, specifier: string): readonly string[] {
  const stem = isRelative(specifier)
    ? withoutExtension(resolveRelative(from, specifier))
    : specifier.replace(/^@stepward\/([^/]+)/, 'packages/$1/src');
  return [`${stem}.ts`, `${stem}.tsx`, `${stem}/index.ts`];
}

function resolveRelative(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}

function workspaceOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

/** The path below core's sources, or null for a file elsewhere. */
function insideCore(path: string | undefined): string | null {
  const prefix = 'packages/core/src/';
  return path?.startsWith(prefix) ? path.slice(prefix.length) : null;
}

function isService(path: string): boolean {
  return path.endsWith('-service.ts');
}

/** `factors/sms` of `factors/sms/enrolment.ts`; nothing for a file at the top. */
function folderOf(pathInCore: string): string {
  return posix.dirname(pathInCore).replace(/^\.$/, '');
}

function isSource(path: string): boolean {
  return /^[^/]+\/[^/]+\/src\//.test(path);
}

function withoutExtension(path: string): string {
  return path.replace(/\.[jt]sx?$/, '');
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

/**
 * Tests, and what stands in a `test/` or `testing/` folder to help them, see what they like, short of another workspace's
 * files; of the root, only the tables of the specification.
 */
function isTest(path: string): boolean {
  const helps = /^(packages|examples)\/[^/]+\/(test|src\/testing)\//;
  return /\.test\.tsx?$/.test(path) || helps.test(path);
}
