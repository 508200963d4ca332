import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { destinationContract, type DestinationPlace } from '@stepward/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonLines, readLines } from '../src/json-lines.js';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepward-json-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

function newPath(): string {
  files += 1;
  return join(folder, `${String(files)}.jsonl`);
}

async function createPlace(): Promise<DestinationPlace> {
  const path = newPath();
  return {
    open: () => jsonLines('lines', path),
    async taken() {
      const { lines } = await readLines(path);
      return lines.map(({ tenantId, event }) => ({ tenantId, envelope: event }));
    },
    // A folder in the place of the file: it cannot be opened to write.
    async setFailing(isFailing) {
      if (isFailing) {
        await rename(path, `${path}.away`);
        await mkdir(path);
      } else {
        await rmdir(path);
        await rename(`${path}.away`, path);
      }
    },
  };
}

describe('a file of JSON lines', () => {
  for (const { name, run } of destinationContract) it(name, () => run(createPlace));

  it('replaces a line that a crash cut off', async () => {
    const path = newPath();
    const request = { tenantId: 'acme', headers: { 'x-webhook-id': 'a' }, body: '{"n":1}' };
    const { signal } = new AbortController();
    await (await jsonLines('lines', path)).send(request, signal);
    await appendFile(path, '{"id":"b","tenantId":"acme","ev');
    const headers = { 'x-webhook-id': 'b' };
    await (await jsonLines('lines', path)).send({ ...request, headers }, signal);
    const line = (id: string) => `{"id":"${id}","tenantId":"acme","event":{"n":1}}\n`;
    expect(await readFile(path, 'utf8')).toBe(line('a') + line('b'));
  });

  it('is filled by the program', async () => {
    const path = newPath();
    const args = [
      '--conditions=@stepward/source',
      '--import',
      'tsx',
      'examples/json-lines/src/main.ts',
    ];
    for (let time = 0; time < 2; time += 1) {
      const options = { env: { ...process.env, EVENTS_FILE: path } };
      const { stdout } = await promisify(execFile)(process.execPath, args, options);
      expect(stdout).toContain('appended the event');
    }
    const { lines } = await readLines(path);
    const line = { tenantId: 'acme', event: { event_type: 'user.deleted', data: { id: 'usr_1' } } };
    expect(lines).toMatchObject([line, line]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2);
  });
});
