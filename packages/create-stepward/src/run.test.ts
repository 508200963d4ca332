import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSIONS } from './app-manifest.js';
import { run } from './run.js';

const OPTIONS = ['--framework', 'fastify', '--database', 'kysely', '--provider', 'twilio'];

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'create-stepward-'));
}

async function runWith(
  args: readonly string[],
  answers: readonly string[] | null = null,
): Promise<{ readonly code: number; readonly printed: string; readonly asked: string[] }> {
  const [lines, asked]: [string[], string[]] = [[], []];
  const code = await run(args, '0.1.0', {
    print: (line) => void lines.push(line),
    ask:
      answers &&
      ((question) => {
        asked.push(question);
        return Promise.resolve(answers[asked.length - 1] ?? '');
      }),
  });
  return { code, printed: lines.join('\n'), asked };
}

function manifestIn(folder: string): { name: string; dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

describe('create-stepward', () => {
  it('writes what the options choose, and asks nothing', async () => {
    const folder = join(newFolder(), 'My App');
    const { code, asked } = await runWith([folder, ...OPTIONS], []);
    expect([code, asked]).toEqual([0, []]);
    expect(manifestIn(folder)).toMatchObject({
      name: 'my-app',
      dependencies: { '@stepward/core': '0.1.0', fastify: VERSIONS.fastify },
    });
    expect(readFileSync(join(folder, 'src/sms-sender.ts'), 'utf8')).toContain('TWILIO_FROM');
  });

  it('asks for the rest, and takes the default for an empty answer', async () => {
    const folder = newFolder();
    const { code, asked } = await runWith([folder], [' Hono', '', 'VONAGE ']);
    expect([code, asked]).toEqual([
      0,
      [
        'Framework (express, fastify, hono, nest, next) [express]: ',
        'Database client of your own tables (pg, postgres, kysely, drizzle) [pg]: ',
        'SMS provider (console, twilio, vonage, aws, infobip, telnyx) [console]: ',
      ],
    ]);
    expect(Object.keys(manifestIn(folder).dependencies)).toContain('hono');
  });

  it('takes the defaults where nobody can answer', async () => {
    const folder = newFolder();
    await runWith([folder]);
    expect(Object.keys(manifestIn(folder).dependencies)).toContain('@stepward/express');
  });

  it.each([
    [['--framework', 'rails'], '--framework must be one of express, fastify, hono, nest, next'],
    [['--colour', 'red'], "Unknown option '--colour'"],
  ])('refuses %j, and writes nothing', async (args, reason) => {
    const folder = newFolder();
    const { code, printed } = await runWith([folder, ...args]);
    expect([code, readdirSync(folder)]).toEqual([1, []]);
    expect(printed).toContain(reason);
  });

  it('refuses a folder with something in it', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'notes.txt'), '');
    const { code, printed } = await runWith([folder, ...OPTIONS]);
    expect([code, printed, readdirSync(folder)]).toEqual([
      1,
      `${folder} is not empty`,
      ['notes.txt'],
    ]);
  });

  it('prints its options', async () => {
    const { code, printed } = await runWith(['--help']);
    expect([code, printed]).toEqual([0, expect.stringContaining('--provider console | twilio')]);
  });
});
