import type { EventDefinitions, NoHostEvents } from '@stepward/core/events';
import { answerRequest } from './answer.js';
import { checkBinding } from './check-binding.js';
import type { Handlers } from '../handlers.js';
import { readNodeBody, type NodeRequest } from './read-node-body.js';
import type { Receiver } from '../receiver.js';

/** The part of Node's response that is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/**
 * Receives in Express 4 and 5, and in a bare `node:http` server: `app.post('/webhooks', expressHandler(…))`.
 * It reads the body itself, so mount it before `express.json()`. Before it
 * `express.raw({ type: 'application/json', limit: '512kb' })` is fine; by its default limit it would refuse
 * large events. Where the body has been parsed, the answer is 500 and says so.
 */
export function expressHandler<Events extends EventDefinitions = NoHostEvents>(
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
): (request: NodeRequest, response: NodeResponse) => void {
  checkBinding('expressHandler', receiver, handlers);
  return (request, response) => {
    void respond(receiver, handlers, request, response);
  };
}

async function respond<Events extends EventDefinitions>(
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
  request: NodeRequest,
  response: NodeResponse,
): Promise<void> {
  const { status, headers, body } = await answerRequest(receiver, handlers, {
    method: request.method ?? '',
    headers: request.headers,
    readBody: () => readNodeBody(request),
  });
  // The host's timeout has already answered.
  if (response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body ?? undefined);
}
