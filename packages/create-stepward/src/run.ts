import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { appFiles } from './app-files.js';
import {
  CHOICE_NAMES,
  CHOICES,
  choiceOf,
  QUESTIONS,
  type App,
  type ChoiceName,
} from './choices.js';

/** How the program talks to a person. */
export interface Io {
  print(line: string): void;
  /** Null where nobody can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

const HELP = `npm create stepward -- <folder> [options]

${CHOICE_NAMES.map((name) => `  --${name} ${CHOICES[name].join(' | ')}`).join('\n')}

Makes a small app that embeds Stepward, in a new folder. It asks for what is not given as an option; without a terminal it
takes the first of each.`;

/** Writes an app, and returns the exit code: 0, or 1 where the input is wrong. */
export async function run(args: readonly string[], version: string, io: Io): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        framework: { type: 'string' },
        database: { type: 'string' },
        provider: { type: 'string' },
      },
    });
    if (values.help === true) {
      io.print(HELP);
      return 0;
    }
    const folder = resolve(positionals[0] ?? (await answer(io, 'Folder', 'my-app')));
    refuseOccupied(folder);
    const choose = <Name extends ChoiceName>(name: Name): Promise<App[Name]> =>
      chosen(name, values[name], io);
    const app = {
      name: packageName(basename(folder)),
      framework: await choose('framework'),
      database: await choose('database'),
      provider: await choose('provider'),
    };
    for (const [path, text] of appFiles(app, version)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    io.print(`Made ${folder}. Next: cd ${folder} && npm install && npm run dev`);
    return 0;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    io.print(error.message);
    return 1;
  }
}

async function chosen<Name extends ChoiceName>(
  name: Name,
  given: string | undefined,
  io: Io,
): Promise<App[Name]> {
  const choices = CHOICES[name];
  const words =
    given ?? (await answer(io, `${QUESTIONS[name]} (${choices.join(', ')})`, choices[0]));
  const choice = choiceOf(name, words);
  if (choice === null) {
    throw new TypeError(`--${name} must be one of ${choices.join(', ')}, not "${words}"`);
  }
  return choice;
}

async function answer(io: Io, question: string, otherwise: string): Promise<string> {
  const words = io.ask === null ? '' : await io.ask(`${question} [${otherwise}]: `);
  return words.trim() === '' ? otherwise : words;
}

/** Nothing is overwritten. */
function refuseOccupied(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new TypeError(`${folder} is not empty`);
  }
}

/** A name that npm accepts. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'my-app' : name;
}
