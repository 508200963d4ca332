import { Failure } from '../failures.js';
import { readJson, type JsonPath } from './read-json.js';

/** The format of this version. A later one has a higher number. */
export const FILE_VERSION = 1;

/** The policies of a tenant as a file has them; their fields are checked when they are planned. */
export interface PolicyFile {
  /** The tenant's own records; a field that is left out is left alone. */
  readonly defaults: { readonly mfa: object; readonly password: object };
  /** By id, what is stored of each organisation: its overrides, and `scheduled`. */
  readonly organisations: ReadonlyMap<string, object>;
  /** The line of a member, from 1. */
  readonly lineOf: (path: JsonPath) => number;
}

/**
 * Reads the text of a policy file.
 *
 * @throws Failure that names the line and the path of the first thing that is wrong
 */
export function readPolicyFile(text: string): PolicyFile {
  if (text.trim() === '') throw new Failure('file_invalid', 'the file is empty');
  const { value, lineOf } = readJson(text);

  function wrong(path: JsonPath, rule: string): Failure {
    const name = path.length === 0 ? 'the document' : path.join('.');
    return new Failure('file_invalid', `line ${String(lineOf(path))}: ${name} ${rule}`);
  }

  function objectAt(path: JsonPath, found: unknown): Readonly<Record<string, unknown>> {
    if (found === undefined) return {};
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
      return found as Readonly<Record<string, unknown>>;
    }
    throw wrong(path, 'must be a JSON object');
  }

  function partsAt(path: JsonPath, found: unknown, names: readonly string[]) {
    const parts = objectAt(path, found);
    const unknown = Object.keys(parts).find((name) => !names.includes(name));
    if (unknown === undefined) return parts;
    throw wrong([...path, unknown], `is unknown: expected ${names.join(', ')}`);
  }

  const document = objectAt([], value);
  const { version } = document;
  if (version === undefined) throw wrong([], `must have "version": ${String(FILE_VERSION)}`);
  if (version !== FILE_VERSION) {
    throw wrong(['version'], `must be ${String(FILE_VERSION)}, the format of this program`);
  }
  const { defaults, organisations } = partsAt([], document, [
    'version',
    'defaults',
    'organisations',
  ]);
  const { mfa, password } = partsAt(['defaults'], defaults, ['mfa', 'password']);
  const entries = Object.entries(objectAt(['organisations'], organisations));
  return {
    defaults: {
      mfa: objectAt(['defaults', 'mfa'], mfa),
      password: objectAt(['defaults', 'password'], password),
    },
    organisations: new Map(
      entries.map(([id, policy]) => [id, objectAt(['organisations', id], policy)]),
    ),
    lineOf,
  };
}
