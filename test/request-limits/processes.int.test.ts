/** Several processes over one store share the limits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./harness/counting-process.ts', import.meta.url));
const database = await testDatabase();

interface Counted {
  readonly passed: number;
  readonly refused: number;
}

interface CountingProcess {
  /** Sends so many requests at once. */
  send(requests: number): Promise<Counted>;
  /** Lets the process end, and gives its exit code. */
  end(): Promise<number | null>;
}

/** Starts a process from its source. */
async function startProcess(): Promise<CountingProcess> {
  const child = spawn(
    process.execPath,
    ['--conditions=@stepward/source', '--import', 'tsx', PROGRAM],
    { env: { ...process.env, DATABASE_URL: database.url }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return {
    async send(requests) {
      child.stdin.write(`${String(requests)}\n`);
      return JSON.parse(String((await lines.next()).value)) as Counted;
    },
    async end() {
      child.stdin.end();
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

it('of 240 requests to three processes at once, exactly the limit of 100 goes through', async () => {
  const processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
  const counted = await Promise.all(processes.map((one) => one.send(80)));
  const sum = (pick: (one: Counted) => number): number =>
    counted.reduce((total, one) => total + pick(one), 0);
  expect([sum(({ passed }) => passed), sum(({ refused }) => refused)]).toEqual([100, 140]);

  const latecomer = await startProcess();
  expect(await latecomer.send(5)).toEqual({ passed: 0, refused: 5 });
  for (const one of [...processes, latecomer]) expect(await one.end()).toBe(0);
});
