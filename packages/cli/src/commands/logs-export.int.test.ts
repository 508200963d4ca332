import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordingIo, runLine, type RecordingIo } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward } = await tenantDatabase();

let folder: string;
let state: string;
let tenant = 'tenant-0';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logs-export-'));
});
beforeEach(async () => {
  tenant = `tenant-${String(Number(tenant.slice(7)) + 1)}`;
  state = join(folder, tenant);
  await runLine(`tenant create ${tenant}`, env);
});
afterAll(() => rm(folder, { recursive: true }));

const actor = { type: 'system', id: 'test' } as const;

/** Writes entries to the audit log, and returns their ids. */
async function write(count: number): Promise<readonly string[]> {
  for (let index = 0; index < count; index += 1) {
    const access = { actor, subject: 'ada', fields: ['phone'], purpose: 'treatment' };
    await stepward.audit.recordPhiAccess({ tenantId: tenant, ...access });
  }
  return (await stepward.audit.list(tenant, {}, { limit: count })).items
    .map(({ id }) => id)
    .toReversed();
}

function exportLog(options = '', io: RecordingIo = recordingIo(), environment = env) {
  return runLine(`logs export --tenant ${tenant} ${options}`, environment, io);
}

function idsIn(stdout: string): readonly string[] {
  const lines = stdout.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => (JSON.parse(line) as { id: string }).id);
}

it('writes the entries from the oldest on, or after one', async () => {
  const ids = await write(3);
  const { code, stdout, stderr } = await exportLog();
  expect({ code, stderr, ids: idsIn(stdout) }).toEqual({ code: 0, stderr: '', ids });
  expect(idsIn((await exportLog(`--after ${ids[1]!}`)).stdout)).toEqual([ids[2]]);
  expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ sequence: 1, type: 'phi.accessed' });
});

it('writes the authentication log, and events of OCSF', async () => {
  const person = { identityId: 'ada', state: 'active', phone: null, otherFactors: [] } as const;
  const put = { ...person, backupCodesRemaining: 0, locale: null };
  (await stepward.identities.put(tenant, put))._unsafeUnwrap();
  const secrets = { ...env, STEPWARD_CODE_KEY: `key-1:${Buffer.alloc(32).toString('base64')}` };
  await runLine(`person pass ada --tenant ${tenant} --reason lost`, secrets);
  const options = '--log authentication --format ocsf';
  await expect.poll(async () => (await exportLog(options)).stdout).not.toBe('');
  const { stdout } = await exportLog(options);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ class_uid: 3001, activity_id: 10, user: { uid: 'ada' } },
    metadata: { event_code: 'temporary_pass.created', tenant_uid: tenant },
  });
});

it('goes on after the entry in the file, which it moves after the lines', async () => {
  const first = await write(2);
  expect(idsIn((await exportLog(`--state ${state}`)).stdout)).toEqual(first);
  expect(await readFile(state, 'utf8')).toBe(`${first[1]!}\n`);
  const [next] = await write(1);
  expect((await exportLog(`--state ${state}`, recordingIo({ isClosed: true }))).code).toBe(0);
  expect(await readFile(state, 'utf8')).toBe(`${first[1]!}\n`);
  expect(idsIn((await exportLog(`--state ${state}`)).stdout)).toEqual([next]);
  expect((await exportLog(`--state ${state}`)).stdout).toBe('');
});

it('follows the log until it is stopped', async () => {
  const io = recordingIo();
  const running = exportLog('--follow', io);
  const ids = await write(2);
  await expect.poll(() => idsIn(io.stdout.join(''))).toEqual(ids);
  const [third] = await write(1);
  await expect.poll(() => idsIn(io.stdout.join(''))).toEqual([...ids, third]);
  io.stop();
  expect((await running).code).toBe(0);
});

it('ends when it is stopped while nothing takes what it writes', async () => {
  const io = recordingIo();
  await write(1);
  let isWriting = false;
  const stuck: RecordingIo = {
    ...io,
    write: () => {
      isWriting = true;
      return new Promise(() => undefined);
    },
  };
  const running = exportLog(`--follow --state ${state}`, stuck);
  await expect.poll(() => isWriting).toBe(true);
  io.stop();
  expect((await running).code).toBe(0);
  await expect(readFile(state)).rejects.toThrow('ENOENT');
});

/** A way to the database that can be closed. */
async function bridge() {
  const target = new URL(env['DATABASE_URL']!);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const far = connect(Number(target.port), target.hostname);
    for (const each of [socket, far]) {
      sockets.add(each);
      each.on('error', () => undefined);
    }
    socket.pipe(far).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const near = new URL(target);
  near.host = `127.0.0.1:${String(port)}`;
  return {
    env: { ...env, DATABASE_URL: near.href },
    open: () => server.listen(port, '127.0.0.1'),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

it('outlives a database that goes away, and misses nothing', async () => {
  const way = await bridge();
  const io = recordingIo();
  const running = exportLog(`--follow --state ${state}`, io, way.env);
  const [first] = await write(1);
  await expect.poll(() => idsIn(io.stdout.join(''))).toEqual([first]);
  await way.close();
  await expect.poll(() => io.stderr.join('')).toContain('trying again\n');
  const [second] = await write(1);
  way.open();
  await expect.poll(() => idsIn(io.stdout.join(''))).toEqual([first, second]);
  await way.close();
  await expect.poll(() => io.stderr.length).toBe(2);
  io.stop();
  expect((await running).code).toBe(0);
});

it.each([
  ['--follow', 'cannot be reached'],
  ['', 'cannot be reached'],
])('fails where the database is away at the start, with "%s"', async (options, message) => {
  const environment = { DATABASE_URL: 'postgres://app@127.0.0.1:1/app' };
  const { code, stderr } = await exportLog(options, recordingIo(), environment);
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

it.each([
  ['--after no-such-entry', 1, 'the audit log of tenant-', 'has no entry no-such-entry'],
  ['--after x --state y', 2, 'expected --after or --state, not both'],
  ['--log sms', 2, 'must be one of audit, authentication'],
  ['--format cef', 2, 'must be one of json, ocsf'],
  ['--state /', 1, 'cannot read /: EISDIR'],
  ['--state /no/such/folder', 1, 'cannot write /no/such/folder: ENOENT'],
  ['--tenant nobody', 1, 'there is no tenant nobody'],
])('refuses %s', async (options, code, ...messages) => {
  await write(1);
  const line = options.includes('--tenant')
    ? `logs export ${options}`
    : `logs export --tenant ${tenant} ${options}`;
  const outcome = await runLine(line, env);
  expect(outcome.code).toBe(code);
  for (const message of messages) expect(outcome.stderr).toContain(message);
});

it('refuses a state that is not of this log', async () => {
  await write(1);
  await writeFile(state, 'of-another-log\n');
  const { code, stderr } = await exportLog(`--state ${state}`);
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no entry of-another-log')]);
});
