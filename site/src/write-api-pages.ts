/**
 * Writes `docs/api`: a page for each entry point of a published package, from its types and doc comments. The folder is not in
 * git.
 */
import { join } from 'node:path';
import { Application, Converter, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { entryPoints } from '../../scripts/api-reports/entry-points.js';
import { root } from '../../scripts/workspaces.js';

const entries = entryPoints();

const options: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: join(root, 'tsconfig.json'),
  entryPoints: entries.map(({ source }) => join(root, source)),
  out: join(root, 'docs/api'),
  name: 'Types',
  readme: 'none',
  entryFileName: 'index.md',
  router: 'module',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  useHTMLAnchors: true,
  useHTMLEncodedBrackets: true,
  sanitizeComments: true,
  parametersFormat: 'table',
  excludeExternals: true,
  disableSources: true,
  skipErrorChecking: true,
  logLevel: 'Error',
};

const app = await Application.bootstrapWithPlugins(options);
// The client's `paths` is the OpenAPI document as a type: 100 000 lines, which `openapi.md` shows better.
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  const paths = project.getChildByName('@stepward/client.paths');
  if (paths !== undefined) project.removeReflection(paths);
});
const names = new Map(entries.map(({ source, specifier }) => [join(root, source), specifier]));
const project = app.converter.convert(
  (app.getEntryPoints() ?? []).map((entry) => ({
    ...entry,
    displayName: names.get(entry.sourceFile.fileName) ?? entry.displayName,
  })),
);
await app.generateOutputs(project);
if (app.logger.hasErrors()) process.exitCode = 1;
