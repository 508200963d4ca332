/**
 * Records what `kill -9` does to deliveries, as a picture of a terminal for the README: two worker processes deliver events of 20
 * tenants, one of them is killed in the middle, and the other one takes over what it owned. Everything that the picture says was
 * counted in this run: events at the host, POSTs at the receiver.
 *
 * `RATE` sets the events a second (300). The picture is written to `docs/images/kill.svg`.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createArrivals } from './webhooks/arrivals.js';
import { startCountingReceiver } from './webhooks/counting-receiver-process.js';
import { emitAtRate, emitOne } from './webhooks/emit.js';
import { terminalPicture, type TerminalLine } from './webhooks/terminal-picture.js';
import { createWebhookWorld } from './webhooks/webhook-world.js';
import { startWorkerProcess } from './webhooks/worker-process.js';

const RATE = Number(process.env['RATE'] ?? 300);
const SECONDS = 40;
const KILL_AT_SECONDS = 10;
const REPORT_EVERY_SECONDS = 5;
/** Until the workers have shared out the queue. */
const WARM_UP_MS = 10_000;
const TENANTS = Array.from({ length: 20 }, (_, number) => `tenant-${String(number)}`);
const PICTURE = new URL('../../../docs/images/kill.svg', import.meta.url);

const world = await createWebhookWorld(32);
const arrivals = createArrivals(1);
const receiver = await startCountingReceiver(arrivals.arrive);
await world.subscribeEach(receiver.urlOf(0), TENANTS);
const [killed, other] = [startWorkerProcess(world.url), startWorkerProcess(world.url)];
const emit = (tenantId: string): Promise<void> =>
  emitOne(world, tenantId, (id) => arrivals.store(id));
await emitAtRate(emit, { perSecond: 20, seconds: WARM_UP_MS / 1_000, tenants: TENANTS });

const lines: TerminalLine[] = [];
const started = performance.now();
const seconds = (): number => (performance.now() - started) / 1_000;
print('command', `two workers, ${String(RATE)} events a second, 20 tenants`);
const emitting = emitAtRate(emit, { perSecond: RATE, seconds: SECONDS, tenants: TENANTS });
for (let at = REPORT_EVERY_SECONDS; at <= SECONDS; at += REPORT_EVERY_SECONDS) {
  await sleep(at * 1_000 - seconds() * 1_000);
  print('plain', counts());
  if (at !== KILL_AT_SECONDS) continue;
  killed.kill('SIGKILL');
  print('harm', `kill -9 ${String(killed.pid)}`);
}
await emitting;
while (arrivals.missing() > 0) await sleep(50);
const repeated = arrivals.arrived() - arrivals.distinct();
print('result', `${counts()}   lost ${count(arrivals.missing())}   repeated ${count(repeated)}`);
writeFileSync(PICTURE, terminalPicture('A worker is killed under load; no event is lost', lines));

other.kill('SIGKILL');
receiver.stop();
await world.stop();

function print(kind: TerminalLine['kind'], text: string): void {
  const at = seconds();
  const line = `${at.toFixed(0).padStart(3)} s  ${text}`;
  lines.push({ text: line, atSeconds: at, kind });
  process.stdout.write(`${line}\n`);
}

function counts(): string {
  return `committed ${count(arrivals.stored())}   arrived ${count(arrivals.distinct())}`;
}

function count(value: number): string {
  return value.toLocaleString('en').padStart(6);
}
