import {
  ATTEMPT_TIMEOUT_MS,
  type WebhookOutcome,
  type WebhookRequest,
} from '@stepward/core/adapter';
import { createFixedClock, type FixedClock } from '@stepward/testing';
import { onTestFinished } from 'vitest';
import {
  createWebhookSender,
  type HttpWebhookSender,
  type WebhookSenderOptions,
} from '../src/index.js';

/** Loopback, as a private installation would have it. */
export const LOOPBACK = { allow: ['127.0.0.1/32'], allowHttp: ['127.0.0.1/32'] };

/** A sender whose time stands still, for which every name is 127.0.0.1, and that may go there. */
export interface OpenSender {
  readonly sender: HttpWebhookSender;
  readonly clock: FixedClock;
  post(url: string, over?: Partial<WebhookRequest>): Promise<WebhookOutcome>;
}

export function openSender(options: WebhookSenderOptions = {}): OpenSender {
  const clock = createFixedClock();
  const resolve = async () => ['127.0.0.1'];
  const sender = createWebhookSender({ targets: LOOPBACK, resolve, clock, ...options });
  onTestFinished(() => {
    // Whatever a failed test left waiting is over.
    clock.advance(60_000);
    return sender.close();
  });
  return {
    sender,
    clock,
    async post(url, over) {
      const request = {
        tenantId: 'acme',
        url,
        headers: {},
        body: '{"data":{}}',
        timeoutMs: ATTEMPT_TIMEOUT_MS,
      };
      const outcome = await sender.send({ ...request, ...over });
      await connectionsAreFree();
      return outcome;
    },
  };
}

/** undici uses a connection again from the turn of the event loop that follows its answer. */
function connectionsAreFree(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
