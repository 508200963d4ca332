/**
 * A host that exports what a service answers, without a written type, compiles with `declaration: true`: the compiler can name every
 * answer and error by what `@stepward/core` exports.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const HOST = join(root, 'host-declarations.ts');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ['@stepward/source'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
};

const STEPWARD = `
import type { Stepward } from '@stepward/core';
declare const stepward: Stepward;
`;

/** Services that only adapters call: they import what they need from `@stepward/core/adapter`. */
const FOR_ADAPTERS = new Set(['outbox', 'idempotency', 'cursors']);

/** A program of one file. */
function compile(text: string): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...rest) =>
    path === HOST
      ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
      : getSourceFile(path, ...rest);
  return ts.createProgram([HOST], OPTIONS, host);
}

/** `service.method` of every method that `Stepward` has. */
function serviceMethods(): readonly string[] {
  const program = compile(STEPWARD);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(HOST)!;
  const stepward = checker
    .getSymbolsInScope(file, ts.SymbolFlags.Variable)
    .find(({ name }) => name === 'stepward')!;
  const propertiesOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol).getProperties();
  return propertiesOf(stepward)
    .filter(({ name }) => !FOR_ADAPTERS.has(name))
    .flatMap((service) =>
      propertiesOf(service)
        .filter((method) => checker.getTypeOfSymbol(method).getCallSignatures().length > 0)
        .map((method) => `${service.name}.${method.name}`),
    );
}

it('the answer of every service can be exported without a written type', () => {
  const methods = serviceMethods();
  const exported = methods.map((method, index) => {
    const [service = '', name = ''] = method.split('.');
    const parameters = `Parameters<Stepward['${service}']['${name}']>`;
    return `export const answer${index} = (...input: ${parameters}) => stepward.${method}(...input);`;
  });
  const program = compile(`${STEPWARD}${exported.join('\n')}`);
  let declarations = '';
  program.emit(program.getSourceFile(HOST), (_, text) => {
    declarations = text;
  });
  const unnamed = declarations.matchAll(/import\("\.[^)]*\)\.(\w+)/g);

  expect(methods.length).toBeGreaterThan(50);
  expect([...new Set([...unnamed].map(([, name]) => name))].toSorted()).toEqual([]);
});
