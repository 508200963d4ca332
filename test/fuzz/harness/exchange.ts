import { connect, type Socket } from 'node:net';
import type { Answer } from '../../harness/answer.js';
import { readAnswers } from './read-answers.js';

/** The results of requests on one connection. */
export interface Exchange {
  readonly answers: readonly Answer[];
  /** The server ended the connection; requests without an answer have none coming. */
  readonly isClosed: boolean;
  /** Nothing came for a minute. */
  readonly isHung: boolean;
}

/** How a client leaves once everything is sent: it waits, says that nothing more comes, or is gone. */
export type Leave = 'wait' | 'half-close' | 'vanish';

const PATIENCE_MS = 60_000;

/** Sends requests in one go, and listens until all are answered or the connection is over. */
export function exchange(
  socket: Socket,
  bytes: Buffer,
  methods: readonly string[],
  leave: Leave,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const settle = (isClosed: boolean, isHung = false): void => {
      socket
        .removeAllListeners()
        .on('error', () => undefined)
        .setTimeout(0);
      try {
        resolve({ answers: readAnswers(received, methods).answers, isClosed, isHung });
      } catch (error) {
        reject(new Error('the server sent no HTTP', { cause: error }));
      }
    };
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (leave !== 'wait') return;
      try {
        if (readAnswers(received, methods).answers.length >= methods.length) settle(false);
      } catch (error) {
        reject(new Error('the server sent no HTTP', { cause: error }));
      }
    };
    socket.setTimeout(PATIENCE_MS, () => settle(false, true));
    // A server that answers early may reset what is still on its way to it; its answer came first.
    socket
      .on('data', take)
      .on('error', () => undefined)
      .on('close', () => settle(true));
    socket.write(bytes, () => {
      if (leave === 'half-close') socket.end();
      if (leave === 'vanish') socket.resetAndDestroy();
    });
  });
}

export function openConnection(port: number): Socket {
  return connect({ port, host: '127.0.0.1', noDelay: true });
}
