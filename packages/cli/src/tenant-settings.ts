import type { TenantChange } from '@stepward/core';
import { oneOf, textOption, type OptionValues, type Options } from './command.js';
import { Failure, UsageError } from './failures.js';
import { readText, type Io } from './io.js';

/** The settings that have options of their own. */
const SINGLE_OPTIONS = {
  sms: { type: 'flag', summary: 'switch SMS on as a second factor' },
  'app-name': textOption('<name>', 'the name of the application in text messages'),
  'origin-host': textOption('<host>', 'the host that browsers fill codes in for'),
  mfa: textOption(
    '<enforcement>',
    'disabled, optional (the default) or required',
    oneOf(['disabled', 'optional', 'required']),
  ),
} as const satisfies Options;

/** The options that say what the settings of a tenant are. */
export const SETTINGS_OPTIONS = {
  ...SINGLE_OPTIONS,
  settings: textOption(
    '<file>',
    'settings as JSON, {"sms":{},"mfa":{},"password":{}}; - for standard input',
  ),
} as const satisfies Options;

/**
 * The settings that the options or their document name; what a part holds is left to the service.
 *
 * @throws UsageError where both are given, Failure where the document cannot be read.
 */
export async function settingsOf(
  options: OptionValues<typeof SETTINGS_OPTIONS>,
  io: Io,
): Promise<TenantChange> {
  const { sms, 'app-name': appName, 'origin-host': originHost, mfa, settings } = options;
  const messages = {
    ...(sms && { enabled: true, mfaEnabled: true }),
    ...(appName !== undefined && { appName }),
    ...(originHost !== undefined && { originHost }),
  };
  const fromOptions = { sms: messages, mfa: mfa === undefined ? {} : { enforcement: mfa } };
  if (settings === undefined) return fromOptions;
  if (Object.values(fromOptions).some((part) => Object.keys(part).length > 0)) {
    const names = Object.keys(SINGLE_OPTIONS).map((name) => `--${name}`);
    throw new UsageError(`--settings excludes ${names.join(', ')}: put them into the file`);
  }
  return readSettings(settings, io);
}

const PARTS: readonly string[] = ['sms', 'mfa', 'password'];

async function readSettings(file: string, io: Io): Promise<TenantChange> {
  const text = await readText(file, io);
  const document = parseJson(text);
  if (!isObject(document)) throw invalidSettings('must be a JSON object');
  for (const [part, value] of Object.entries(document)) {
    if (!PARTS.includes(part))
      throw invalidSettings(`may have ${PARTS.join(', ')} and nothing else`);
    if (!isObject(value)) throw invalidSettings(`must have a JSON object as ${part}`);
  }
  return document;
}

/** The parser's own error repeats parts of the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidSettings('must be JSON');
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidSettings(rule: string): Failure {
  return new Failure('settings_invalid', `the document of --settings ${rule}`);
}
