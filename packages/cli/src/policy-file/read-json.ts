import { Failure } from '../failures.js';

/** The keys on the way to a value of a JSON document. */
export type JsonPath = readonly string[];

/** A JSON document that knows the lines of its members. */
export interface JsonDocument {
  readonly value: unknown;
  /** The line of the member at that path, from 1; of the nearest one around it where there is none. */
  readonly lineOf: (path: JsonPath) => number;
}

/** Values within values: a policy file has five. */
const MAX_DEPTH = 16;

/**
 * Reads JSON that people write. `JSON.parse` would not say in which line it stopped, and of two members with one name it would
 * silently take the second.
 *
 * @throws Failure that names the line
 */
export function readJson(text: string): JsonDocument {
  const tokens = tokensOf(text.replace(/^\uFEFF/, ''));
  const lines = new Map<string, number>();
  let at = 0;

  function next(): Token {
    const token = tokens[at];
    if (token === undefined) throw invalid(tokens.at(-1)?.line ?? 1, 'the JSON ends too early');
    at += 1;
    return token;
  }

  function value(path: JsonPath): unknown {
    const token = next();
    if (path.length > MAX_DEPTH) throw invalid(token.line, 'values are nested too deeply');
    if (token.text === '{') return Object.fromEntries(members(path));
    if (token.text === '[') return items(path);
    if (PUNCTUATION.includes(token.text)) throw unexpected(token);
    return scalar(token);
  }

  function members(path: JsonPath): ReadonlyMap<string, unknown> {
    const found = new Map<string, unknown>();
    if (tokens[at]?.text === '}') at += 1;
    else {
      do {
        const token = next();
        if (!token.text.startsWith('"')) throw unexpected(token);
        const name = String(scalar(token));
        const key = keyOf([...path, name]);
        if (found.has(name)) {
          const first = String(lines.get(key));
          throw invalid(token.line, `${[...path, name].join('.')} is also in line ${first}`);
        }
        lines.set(key, token.line);
        const colon = next();
        if (colon.text !== ':') throw unexpected(colon);
        found.set(name, value([...path, name]));
      } while (isFollowed('}'));
    }
    return found;
  }

  function items(path: JsonPath): readonly unknown[] {
    const found: unknown[] = [];
    if (tokens[at]?.text === ']') at += 1;
    else {
      do found.push(value([...path, String(found.length)]));
      while (isFollowed(']'));
    }
    return found;
  }

  /** Whether a comma comes next, and not the end of the list. */
  function isFollowed(end: string): boolean {
    const token = next();
    if (token.text !== ',' && token.text !== end) throw unexpected(token);
    return token.text === ',';
  }

  const read = value([]);
  const extra = tokens[at];
  if (extra !== undefined) throw unexpected(extra);
  return {
    value: read,
    lineOf(path) {
      for (let length = path.length; length > 0; length -= 1) {
        const line = lines.get(keyOf(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

interface Token {
  readonly text: string;
  readonly line: number;
}

const PUNCTUATION = '{}[]:,';

/** Strings, punctuation, and whatever else stands between them: `scalar` checks it. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+|"|\n/g;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '\n') line += 1;
    else tokens.push({ text: token, line });
  }
  return tokens;
}

/** The parser's own error repeats parts of the text, which may be another file than the one that was meant. */
function scalar(token: Token): unknown {
  try {
    return JSON.parse(token.text);
  } catch {
    throw unexpected(token);
  }
}

function unexpected({ text, line }: Token): Failure {
  const what = PUNCTUATION.includes(text) ? ` at ${text}` : '';
  return invalid(line, `this is not JSON${what}`);
}

function invalid(line: number, problem: string): Failure {
  return new Failure('file_invalid', `line ${String(line)}: ${problem}`);
}

function keyOf(path: JsonPath): string {
  return JSON.stringify(path);
}
