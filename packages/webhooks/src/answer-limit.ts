import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * The maximum number of bytes that a receiver may send for one attempt. It is far above the bounds of headers and body,
 * because a socket buffers more than 100 KiB of a long body before any of it is read.
 */
const MAX_WIRE_BYTES = 256 * 1024;

/** The receiver sent more than 256 KiB before its answer was complete. */
class AnswerOverflow extends Error {
  readonly code = 'ANSWER_OVERFLOW';
}

/**
 * Makes each connection break with `AnswerOverflow` when an attempt has read too much. undici bounds headers and bodies
 * alone: it would read 103 answers and extensions of chunks until the attempt's deadline.
 */
export function limitAnswers(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // First undici's own listener, which ends an answer that is long enough.
      callback(null, socket);
      limitReading(socket);
    });
}

/** Counts from the last write on, because a connection carries one request at a time. */
function limitReading(socket: Socket): void {
  let [written, read, readBefore] = [0, 0, 0];
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = read;
    }
    read = socket.bytesRead;
    if (read - readBefore > MAX_WIRE_BYTES) socket.destroy(new AnswerOverflow());
  });
}
