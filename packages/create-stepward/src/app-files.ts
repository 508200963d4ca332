import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appManifest } from './app-manifest.js';
import { appReadme } from './app-readme.js';
import type { App } from './choices.js';

/** Lies beside the folder of this file, as a source and when it is built. */
const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url));

/**
 * The files of an app, by their paths in it: those of every app, and over them those of its framework, its database client and its
 * provider.
 */
export function appFiles(app: App, version: string): ReadonlyMap<string, string> {
  const { framework, database, provider } = app;
  const sources = [
    ...filesIn('app'),
    ...filesIn(join('frameworks', framework)),
    ...filesIn(join('databases', database)),
    ['src/sms-sender.ts', readFileSync(join(TEMPLATES, 'providers', `${provider}.ts`), 'utf8')],
  ] as const;
  return new Map([
    ...(framework === 'next' ? sources.map(withoutExtensions) : sources),
    ['package.json', json(appManifest(app, version))],
    ['tsconfig.json', json({ compilerOptions: compilerOptionsFor(framework), include: INCLUDED })],
    ['README.md', appReadme(app)],
    ['.gitignore', 'node_modules\n.next\nnext-env.d.ts\n'],
  ]);
}

const INCLUDED = ['src', 'test'];

const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2023'],
  module: 'NodeNext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  experimentalDecorators: true,
};

function compilerOptionsFor(framework: App['framework']): object {
  if (framework !== 'next') return COMPILER_OPTIONS;
  const module = { module: 'ESNext', moduleResolution: 'bundler' };
  const jsx = { jsx: 'react-jsx', lib: ['ES2023', 'DOM', 'DOM.Iterable'] };
  const required = { esModuleInterop: true, resolveJsonModule: true, isolatedModules: true };
  return { ...COMPILER_OPTIONS, ...module, ...jsx, ...required, plugins: [{ name: 'next' }] };
}

/** The bundler of Next.js does not find a TypeScript file under the extension `.js`. */
function withoutExtensions([path, text]: readonly [string, string]): readonly [string, string] {
  return [path, text.replaceAll(/(from '\.[^']+)\.js'/g, "$1'")];
}

function filesIn(folder: string): readonly (readonly [path: string, text: string])[] {
  const root = join(TEMPLATES, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8')]);
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
