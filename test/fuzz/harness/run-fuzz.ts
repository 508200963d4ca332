import type { Socket } from 'node:net';
import { complaintsAbout, isOurs } from './complaints.js';
import type { Credentials } from './credentials.js';
import { exchange, openConnection } from './exchange.js';
import type { FuzzedRequest } from './requests.js';
import type { FuzzedServer } from './start-process.js';

/** The result of a run. */
export interface Outcome {
  /** Answers that the API itself gave. */
  readonly ours: number;
  /** What was wrong, with the requests that were on their way. */
  readonly complaints: readonly string[];
}

/** Connections that are open at once. */
const CONNECTIONS = 6;

/** Requests that share a connection are sent up to so many at a time, one behind the other. */
const PIPELINED = 4;

/** Sends all of them, over a handful of connections; those that are not framed get one of their own. */
export async function runFuzz(
  server: FuzzedServer,
  requests: readonly FuzzedRequest[],
): Promise<Outcome> {
  const batches = batchesOf(requests)[Symbol.iterator]();
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => sendAll(server, batches)),
  );
  return {
    ours: outcomes.reduce((sum, { ours }) => sum + ours, 0),
    complaints: outcomes.flatMap(({ complaints }) => complaints),
  };
}

type Batch = readonly [FuzzedRequest, ...FuzzedRequest[]];

/** Neighbours together; the size of a batch follows from its place: a seed gives the same run. */
function batchesOf(requests: readonly FuzzedRequest[]): readonly Batch[] {
  const batches: [FuzzedRequest, ...FuzzedRequest[]][] = [];
  for (const request of requests) {
    const last = batches.at(-1);
    const hasRoom = last !== undefined && last.length <= batches.length % PIPELINED;
    if (hasRoom && last[0].isFramed && request.isFramed) last.push(request);
    else batches.push([request]);
  }
  return batches;
}

/** Takes batch after batch, on one connection for as long as it lasts. */
async function sendAll(server: FuzzedServer, batches: Iterable<Batch>): Promise<Outcome> {
  const complaints: string[] = [];
  let ours = 0;
  let kept: Socket | null = null;
  for (const batch of batches) {
    const [{ isFramed, leave }] = batch;
    // The server may have ended the last one while nothing was on its way.
    const open = isFramed && kept?.writable === true ? kept : null;
    const socket: Socket = open ?? openConnection(server.port);
    const methods = batch.map(({ method }) => method);
    const bytes = batch.map((request) => request.bytes(credentialsOf(server, request)));
    const { answers, isClosed, isHung } = await exchange(
      socket,
      Buffer.concat(bytes),
      methods,
      leave,
    );
    const wrong = answers.flatMap((answer, at) =>
      complaintsAbout(answer, methods[at] ?? '', server.credentials),
    );
    if (isHung) wrong.push('no answer for a minute');
    if (wrong.length > 0) complaints.push(`${wrong.join(', ')} to ${shown(bytes)}`);
    ours += answers.filter(isOurs).length;
    if (isFramed) kept = isClosed || isHung ? null : socket;
    if (isHung || (!isFramed && !isClosed)) socket.destroy();
  }
  kept?.destroy();
  return { ours, complaints };
}

/** The beginning of each request, as text that shows every byte. */
function shown(bytes: readonly Buffer[]): string {
  return bytes.map((each) => JSON.stringify(each.toString('latin1', 0, 400))).join(' and ');
}

function credentialsOf({ credentials }: FuzzedServer, { tenant }: FuzzedRequest): Credentials {
  const found = credentials[tenant % credentials.length];
  if (found === undefined) throw new Error('a server has tenants');
  return found;
}
