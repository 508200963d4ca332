/**
 * Installs the packed packages into a fresh project, the way a user would, and loads every entry point of every
 * package both as an ES module and as CommonJS: each must load, export something, and export the same names.
 * Catches what tests from sources cannot: a missing dependency, a missing file, a broken CommonJS build, a native binary
 * among the dependencies. The programs are run. are-the-types-wrong checks that the types agree with what each kind of import gets. The receiver
 * also has to work where there is no Node, a host has to compile under pnpm, and one in CommonJS has to run in Nest 11.
 * Needs `npm run build` before it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackedPackage, withPackedPackages } from './pack.js';
import { run, runAndRead } from './run.js';
import { checkUnderNest11 } from './under-nest-11.js';
import { checkUnderPnpm } from './under-pnpm.js';
import type { Manifest } from './workspaces.js';

withPackedPackages((packed, folder) => {
  for (const { manifest, tarball } of packed) {
    // A program has no types.
    if (entryPointsOf(manifest).length === 0) continue;
    run('attw', [tarball, '--profile', profileOf(manifest), '--format', 'table-flipped']);
  }
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify(projectManifest(packed)));
  run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    project,
  );

  const entryPoints = packed.flatMap(({ manifest }) => entryPointsOf(manifest));
  writeFileSync(join(project, 'load.mjs'), loader(entryPoints));
  run('node', ['load.mjs'], project);
  writeFileSync(join(project, 'without-node.mjs'), receiverWithoutNode());
  run('node', ['without-node.mjs'], project);
  for (const program of packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))) {
    checkProgram(program, project);
  }
  refuseNativeBinaries(join(project, 'node_modules'));
  checkUnderPnpm(packed, folder);
  checkUnderNest11(packed, folder);
});

/**
 * The resolutions under which types are checked. All leave out the one before `exports` maps (TypeScript's "node10"), as
 * Node < 20.19 is not supported. A package of ES modules alone is only imported: TypeScript older than 5.8 cannot
 * `require` its types.
 */
function profileOf({ exports = {} }: Manifest): 'node16' | 'esm-only' {
  const hasCommonJs = Object.values(exports).some(
    (target) => target instanceof Object && 'require' in target,
  );
  return hasCommonJs ? 'node16' : 'esm-only';
}

/** Runs an installed program the way a user would: it has to load what its commands need. */
function checkProgram(program: string, project: string): void {
  const ask = (...args: string[]): string =>
    runAndRead('npx', ['--no-install', program, ...args], project);
  console.log(ask('--help'));
  const isWhole = program === 'create-stepward' ? makesApp(ask, project) : printsDocuments(ask);
  if (!isWhole) throw new Error(`${program} does not do what it should`);
}

type Ask = (...args: string[]) => string;

function printsDocuments(ask: Ask): boolean {
  const [sql, document] = [ask('migrate', '--print'), ask('openapi')];
  return sql.endsWith('commit;\n') && document.startsWith('{') && document.endsWith('}\n');
}

function makesApp(ask: Ask, project: string): boolean {
  ask('app', '--framework', 'hono');
  return readdirSync(join(project, 'app/src')).includes('server.ts');
}

/** Installed files must run wherever Node does. */
function refuseNativeBinaries(modules: string): void {
  const native = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.node') || isForOneMachine(join(modules, path)),
  );
  if (native.length > 0) throw new Error(`native binaries were installed: ${native.join(', ')}`);
}

/** Whether a file is the manifest of a package that lists processors or operating systems. */
function isForOneMachine(path: string): boolean {
  if (!path.endsWith('/package.json')) return false;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
  return manifest['cpu'] !== undefined || manifest['os'] !== undefined;
}

function projectManifest(packed: readonly PackedPackage[]): object {
  const peers = packed.flatMap(({ manifest }) => testedPeers(manifest));
  const own = packed.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`] as const);
  return { private: true, dependencies: Object.fromEntries([...peers, ...own]) };
}

/**
 * The frameworks and drivers a host brings, in the versions our own tests use. The driver of SQLite is native and
 * optional: what takes it has to load without it.
 */
function testedPeers(manifest: Manifest): readonly (readonly [name: string, version: string])[] {
  return Object.entries(manifest.peerDependencies ?? {})
    .filter(([name]) => name !== 'better-sqlite3')
    .map(([name, range]) => [name, manifest.devDependencies?.[name] ?? range]);
}

/** `@stepward/core`, `@stepward/core/policy`, …: all of the exports map but what is data, as the manifest is. */
function entryPointsOf(manifest: Manifest): readonly string[] {
  return Object.keys(manifest.exports ?? {})
    .filter((path) => !path.endsWith('.json'))
    .map((path) => manifest.name + path.slice(1));
}

/** A program for the fresh project, since only there do the names resolve to what was installed. */
function loader(entryPoints: readonly string[]): string {
  return `
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
for (const entryPoint of ${JSON.stringify(entryPoints)}) {
  const imported = Object.keys(await import(entryPoint)).sort();
  const required = Object.keys(require(entryPoint)).sort();
  assert.ok(imported.length > 0, entryPoint + ' exports nothing');
  assert.deepEqual(required, imported, entryPoint + ' exports other names to require() than to import');
  console.log(entryPoint + ': ' + imported.length + ' exports, imported and required');
}
`;
}

/** Runs the receiver's CommonJS build, which a context can load, with the globals of an edge runtime and no others. */
function receiverWithoutNode(): string {
  return `
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';

const file = createRequire(import.meta.url).resolve('@stepward/receiver');
const exports = {};
const web = { crypto, Headers, ReadableStream, Request, Response, TextDecoder, TextEncoder, atob, btoa };
const context = createContext({ module: { exports }, exports, ...web });
runInContext(readFileSync(file, 'utf8'), context, { filename: file });
const program = \`(async () => {
  if (typeof process + typeof require + typeof Buffer !== 'undefined'.repeat(3)) throw new Error('this is Node');
  const { createReceiver, fetchHandler, memoryDeduplication, testEvent } = module.exports;
  const secret = 'whsec_c21va2U=';
  const deduplication = { store: memoryDeduplication() };
  const handled = [];
  const receive = fetchHandler(createReceiver({ secrets: [secret], deduplication }), ({ eventType }) => handled.push(eventType));
  const delivery = await testEvent('user.created', { secret });
  const send = async (body) => {
    const request = new Request('https://app.example.com', { method: 'POST', headers: delivery.headers, body });
    return (await receive(request)).status;
  };
  const statuses = [await send('{}'), await send(delivery.body), await send(delivery.body)];
  return JSON.stringify({ statuses, handled });
})()\`;
const outcome = await runInContext(program, context);
assert.equal(outcome, '{"statuses":[400,204,204],"handled":["user.created"]}');
console.log('@stepward/receiver: receives without Node');
`;
}
