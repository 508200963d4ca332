import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../docs/pages.js';

/** The folders of the package's own sources that an entry point loads. */
async function foldersOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`packages/pages/src/${entry}`],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
  });
  const folders = Object.keys(metafile.inputs).map(
    (path) => /^packages\/pages\/src\/([^/]+)\//.exec(path)?.[1] ?? '',
  );
  return [...new Set(folders)].filter((folder) => folder !== '').toSorted();
}

describe('the entry points of pages', () => {
  it('load no page for administrators with those for people', async () => {
    expect(await foldersOf('index.ts')).toEqual(['layout', 'links', 'people', 'portal', 'texts']);
  });

  it('load no page for people with those for administrators', async () => {
    const folders = ['admin', 'layout', 'links', 'portal', 'texts'];
    expect(await foldersOf('admin/index.ts')).toEqual(folders);
  });
});
