/**
 * Emits the declarations of every published package from its sources, as a tree of packages that resolve each other, so that API Extractor
 * can read them without a build.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root, type Workspace } from '../workspaces.js';
import type { EntryPoint } from './entry-points.js';

/**
 * Writes `packages/<name>/src/….d.ts` below the folder, with a `package.json` and a link in `packages/node_modules` for each package.
 * Other dependencies are found in the `node_modules` of the repository.
 */
export function emitDeclarations(entries: readonly EntryPoint[], folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const options = optionsOf(folder);
  const host = readingOnce(ts.createCompilerHost(options));
  for (const workspace of new Set(entries.map((entry) => entry.package))) {
    const own = entries.filter((entry) => entry.package === workspace);
    // A program for each package, as in the build: the order of a union's members depends on what else a program holds.
    const sources = own.map(({ source }) => join(root, source));
    ts.createProgram(sources, options, host).emit();
    link(workspace, own, folder);
  }
}

/** Parses each file once for all programs. */
function readingOnce(host: ts.CompilerHost): ts.CompilerHost {
  const files = new Map<string, ts.SourceFile | undefined>();
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (name, language) => {
    if (!files.has(name)) files.set(name, host.getSourceFile(name, language));
    return files.get(name);
  };
  return { ...host, getSourceFile };
}

function link(workspace: Workspace, entries: readonly EntryPoint[], folder: string): void {
  const { name, version } = workspace;
  const packageFolder = join(folder, 'packages', workspace.folder);
  const exports: Record<string, { types: string }> = {};
  for (const entry of entries) {
    const types = `./${relative(packageFolder, declarationsOf(entry, folder))}`;
    exports[entry.path] = { types };
  }
  const manifest = { name, version, type: 'module', exports };
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify(manifest));
  const linked = join(folder, 'packages/node_modules', name);
  mkdirSync(dirname(linked), { recursive: true });
  symlinkSync(packageFolder, linked);
}

/** Where the declarations of an entry point are. */
export function declarationsOf({ source }: EntryPoint, folder: string): string {
  return join(folder, source.replace(/\.tsx?$/, '.d.ts'));
}

function optionsOf(folder: string): ts.CompilerOptions {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  return {
    ...options,
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: folder,
  };
}
