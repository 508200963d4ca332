import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, testDatabase, type TestDatabase } from '@stepward/dev-postgres';
import { runCurlLines } from '@stepward/reference-host/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeBlocks, programOf, readPage, root } from './docs/pages.js';

const readme = readPage('README.md');

describe("the README's example", async () => {
  const [forExpress, forHono] = [await testDatabase(), await testDatabase()];

  it('enrols a phone by its lines for curl, and prints what a sign-in requires', async () => {
    const example = await start('example.mts', programOf(readme), forExpress);
    const decision = "{ type: 'enrol', skippable: true, until: null }";
    expect(await example.until('{')).toEqual(['ready', decision]);
    await expectEnrolment(example);
  });

  it('enrols a phone in Hono, with the lines of docs/mounting.md in place of Express', async () => {
    const example = await start('hono.mjs', quickStartInHono(), forHono);
    await example.until('ready');
    await expectEnrolment(example);
  });
});

/** The two blocks of the quick start, which are JavaScript as they are. */
function quickStartInHono(): string {
  const hono = codeBlocks(readPage('docs/mounting.md'), 'ts').filter((block) =>
    block.includes("from 'hono'"),
  );
  expect(hono).toHaveLength(1);
  const [embedding = '', people = ''] = codeBlocks(readme, 'ts');
  const inHono = embedding.replace(/^express\(\).*$/m, hono[0]!);
  expect(inHono).not.toBe(embedding);
  return `${inHono}\n${people}`;
}

/** Sends the README's two requests, with the code that the example printed between them. */
async function expectEnrolment({ origin, until }: Example): Promise<void> {
  const [post = '', put = ''] = codeBlocks(readme, 'sh')
    .flatMap((block) => block.trim().split('\n'))
    .filter((line) => line.includes('token-of-ada'))
    .map((line) => line.replace('http://127.0.0.1:3000', origin));
  expect(await runCurlLines([post])).toContain('"status":"pending"');
  const line = (await until('SMS ')).find((printed) => printed.startsWith('SMS ')) ?? '';
  const [, code = ''] = /^SMS to \+14\*{5}0101: ([0-9]{6}) is your Acme code\./.exec(line) ?? [];
  const answer = await runCurlLines([put.replace('123456', code)]);
  expect(answer).toBe('{"data":{"enabled":true,"methods":["sms"],"backup_codes_remaining":0}}');
  expect(readme).toContain(answer);
}

interface Example {
  readonly origin: string;
  /** Resolves with all lines that were printed, once one of them begins so. */
  readonly until: (beginning: string) => Promise<readonly string[]>;
}

/** Runs a program as another process until the test ends. */
async function start(name: string, program: string, { url }: TestDatabase): Promise<Example> {
  const port = await freePort();
  const folder = join(root, 'node_modules/.cache/stepward');
  const file = join(folder, `${randomBytes(4).toString('hex')}-${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, program);
  const CODE_KEY = randomBytes(32).toString('base64');
  const example = spawn(
    process.execPath,
    ['--conditions=@stepward/source', '--import', 'tsx', file],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, CODE_KEY, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(example, 'exit');
  onTestFinished(async () => {
    example.kill('SIGKILL');
    await ended;
    rmSync(file);
  });
  const printed: string[] = [];
  createInterface(example.stdout).on('line', (line) => printed.push(line));
  return {
    origin: `http://127.0.0.1:${port}`,
    async until(beginning) {
      await expect.poll(() => printed.some((line) => line.startsWith(beginning))).toBe(true);
      return printed;
    },
  };
}
