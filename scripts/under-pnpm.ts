/**
 * Compiles a host under pnpm's strict layout, where a package sees its own dependencies alone, with `declaration: true`: types that
 * mention a package that the host does not depend on cannot be named there (TS2742).
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPackage } from './pack.js';
import { run } from './run.js';
import { root } from './workspaces.js';

const EXAMPLE = join(root, 'examples/express-existing-app');

/** Installs the Express example from the packed packages with pnpm, in a new folder, and compiles it. */
export function checkUnderPnpm(packed: readonly PackedPackage[], folder: string): void {
  const project = join(folder, 'under-pnpm');
  mkdirSync(project);
  cpSync(join(EXAMPLE, 'src'), join(project, 'src'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  const write = (name: string, value: object) =>
    writeFileSync(join(project, name), JSON.stringify(value));
  write('package.json', manifest(packed));
  write('tsconfig.json', { compilerOptions: COMPILER_OPTIONS, include: ['src'] });
  writeFileSync(join(project, 'src/exported-services.ts'), EXPORTED_SERVICES);
  run('pnpm', ['install', '--ignore-scripts', '--prefer-offline', '--reporter=silent'], project);
  run('pnpm', ['exec', 'tsc'], project);
  // By itself: a subpath that another file imports would contribute its names.
  write('alone.json', {
    compilerOptions: COMPILER_OPTIONS,
    files: ['src/exported-services.ts'],
  });
  run('pnpm', ['exec', 'tsc', '-p', 'alone.json'], project);
  console.log('the Express example compiles under pnpm, with declarations');
}

function manifest(packed: readonly PackedPackage[]): object {
  const tarballs = Object.fromEntries(
    packed.map(({ manifest: { name }, tarball }) => [name, `file:${tarball}`]),
  );
  const example = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const tools = ['typescript', '@types/node'].map((name) => [name, devDependencies[name]] as const);
  const own = Object.entries(example.dependencies).map(
    ([name, version]) => [name, tarballs[name] ?? version] as const,
  );
  return {
    private: true,
    type: 'module',
    dependencies: Object.fromEntries(own),
    devDependencies: {
      ...Object.fromEntries(
        Object.entries(example.devDependencies).filter(([name]) => !name.startsWith('@stepward/')),
      ),
      ...Object.fromEntries(tools),
    },
    // The packages name each other by version, and no registry has that version yet.
    pnpm: { overrides: tarballs },
  };
}

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  declaration: true,
  outDir: 'dist',
};

/** Exports of a host without a written type: the compiler has to name the answer of a service. */
const EXPORTED_SERVICES = `
import type { StepUpRequest, Stepward } from '@stepward/core';

declare const stepward: Stepward;
export const policyOf = async () => stepward.policies.get('acme', null);
export const decide = async (request: StepUpRequest) => stepward.stepUp.decide(request);
export const keyOf = async (secret: string) => stepward.apiKeys.authenticate(secret);
export const events = async () => stepward.events.list('acme');
export const emit = async () =>
  stepward.events.emit({ type: 'user.deleted', tenantId: 'acme', data: { id: 'ada', deleted_at: '' } });
export const start = async () =>
  stepward.enrolments.start({ tenantId: 'acme', identityId: 'ada', assurance: null });
`;
