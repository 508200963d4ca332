/**
 * Makes the report of every entry point from its built declarations, with API Extractor: each exported name with its whole
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
import { root } from '../workspaces.js';
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
 * @param folder where API Extractor may write
 */
export function makeReports(entries: readonly EntryPoint[], folder: string): readonly string[] {
  const configs = entries.map((entry, index) => configOf(entry, join(folder, String(index))));
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
  const projectFolder = join(root, 'packages', entry.package.folder);
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: entry.types,
      compiler: {
        overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, include: [entry.types] },
      },
      apiReport: {
        enabled: true,
        reportFileName: basename(entry.report),
        reportFolder: folder,
        includeForgottenExports: true,
        reportTempFolder: join(folder, 'made'),
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
