/**
 * Makes the report of every entry point from the declarations of its source, with API Extractor: each exported name with its whole
 * declaration, without documentation.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
} from '@microsoft/api-extractor';
import type { Manifest } from '../workspaces.js';
import { declarationsOf, emitDeclarations } from './emit-declarations.js';
import type { EntryPoint } from './entry-points.js';

const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};

const UNREPORTED = { default: { logLevel: ExtractorLogLevel.None } };

/**
 * Returns the text of each report, in the order of the entry points. A type that a report uses and its entry point does not
 * export is in it too, without `export`.
 *
 * @param folder where it may write
 */
export function makeReports(entries: readonly EntryPoint[], folder: string): readonly string[] {
  emitDeclarations(entries, folder);
  const configs = entries.map((entry) => configOf(entry, folder));
  const [first, ...others] = configs;
  if (first === undefined) return [];
  const additionalEntryPoints = others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
  const compilerState = CompilerState.create(first, { additionalEntryPoints });
  return configs.map((config) => {
    mkdirSync(config.reportFolder, { recursive: true });
    const messageCallback = (message: { handled: boolean }): void => {
      message.handled = true;
    };
    Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
    const [{ fileName } = { fileName: '' }] = config.reportConfigs;
    return readFileSync(join(config.reportFolder, fileName), 'utf8');
  });
}

function configOf(entry: EntryPoint, folder: string): ExtractorConfig {
  const projectFolder = join(folder, 'packages', entry.package.folder);
  const reportFolder = join(projectFolder, 'api');
  const declarations = declarationsOf(entry, folder);
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: declarations,
      bundledPackages: bundledWith(entry.package),
      compiler: {
        overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, include: [declarations] },
      },
      apiReport: {
        enabled: true,
        reportFileName: basename(entry.report),
        reportFolder,
        includeForgottenExports: true,
        reportTempFolder: join(reportFolder, 'made'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: UNREPORTED,
        extractorMessageReporting: UNREPORTED,
        tsdocMessageReporting: UNREPORTED,
      },
    },
  });
}

/** What the build bundles: dependencies that users do not install. */
function bundledWith({ devDependencies = {}, peerDependencies = {} }: Manifest): string[] {
  return Object.keys(devDependencies).filter((name) => !(name in peerDependencies));
}
