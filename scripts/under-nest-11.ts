/**
 * Compiles and runs a host of Nest 11 in CommonJS, which the command line of Nest 11 makes: the types of the packages have to
 * agree with those of Nest 11, and their CommonJS build has to load the same Nest as the host.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPackage } from './pack.js';
import { run } from './run.js';
import { readManifest, root } from './workspaces.js';

/** The folders of the packages that the host needs. */
const OWN = ['core', 'http', 'express', 'fastify', 'nest', 'testing'];

/** Installs the module of the Nest example from the packed packages with Nest 11, in a new folder, compiles and runs it. */
export function checkUnderNest11(packed: readonly PackedPackage[], folder: string): void {
  const project = join(folder, 'under-nest-11');
  mkdirSync(join(project, 'src'), { recursive: true });
  cpSync(join(root, 'examples/nest/src/app.module.ts'), join(project, 'src/app.module.ts'));
  writeFileSync(join(project, 'src/main.ts'), MAIN);
  const write = (name: string, value: object) =>
    writeFileSync(join(project, name), JSON.stringify(value));
  write('package.json', manifest(packed));
  write('tsconfig.json', { compilerOptions: COMPILER_OPTIONS, include: ['src'] });
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  run('npm', ['install', ...flags], project);
  run('npx', ['--no-install', 'tsc'], project);
  run('node', ['dist/main.js'], project);
}

function manifest(packed: readonly PackedPackage[]): object {
  const own = packed
    .filter((each) => OWN.includes(each.manifest.folder))
    .map(({ manifest: { name }, tarball }) => [name, `file:${tarball}`] as const);
  const { devDependencies: tools } = readManifest(root);
  const compiler = ['typescript', '@types/node'].map((name) => [name, tools?.[name]] as const);
  const { devDependencies: nest } = readManifest(join(root, 'test/nest-11'));
  return {
    private: true,
    dependencies: { ...nest, ...Object.fromEntries([...compiler, ...own]) },
  };
}

/** Those of a new project of Nest 11, and `strict`. */
const COMPILER_OPTIONS = {
  target: 'ES2023',
  module: 'NodeNext',
  esModuleInterop: true,
  isolatedModules: true,
  emitDecoratorMetadata: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  declaration: true,
  strict: true,
  outDir: 'dist',
};

const MAIN = `
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { createOpaqueTokenAuthenticator } from '@stepward/http';
import { createTestStepward } from '@stepward/testing';
import { AppModule } from './app.module';

const accessTokens = createOpaqueTokenAuthenticator(async () => null);

async function main() {
  for (const adapter of [new ExpressAdapter(), new FastifyAdapter()]) {
    const { stepward } = await createTestStepward();
    const app = await NestFactory.create(AppModule.with({ stepward, accessTokens }), adapter, { logger: false });
    await app.listen(0, '127.0.0.1');
    // A path of the API, and one of the example that a guard protects.
    for (const path of ['/identity/v1/account/mfa', '/me']) {
      const { status } = await fetch((await app.getUrl()) + path);
      if (status !== 401) throw new Error(adapter.getType() + ' answers ' + path + ' with ' + status);
    }
    await app.close();
    console.log('@stepward/nest: runs in CommonJS in Nest 11 on ' + adapter.getType());
  }
}
main();
`;
