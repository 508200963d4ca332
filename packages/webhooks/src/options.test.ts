import { createKeyRing, createStepward } from '@stepward/core';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createDeliveryWorker, createWebhookSender, createWebhookTargets } from './index.js';

const outbox = {
  isConfigured: true,
  open() {},
  finish() {},
  act() {},
  queueLag() {},
  purge() {},
};
const sender = { send() {} };
const withoutWebhooks = createStepward({
  storage: createMemoryStorage(),
  smsSender: createRecordingSmsSender(),
  codeKeys: createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(7) } }),
});

/** What the factory throws for options that a host without types could hand over. */
function problemOf(factory: (options: never) => unknown, options: unknown): string {
  try {
    factory(options as never);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
  return 'nothing is wrong';
}

describe('a factory of this package names the option that is wrong', () => {
  it.each([
    [{ sender }, 'createDeliveryWorker: outbox is missing'],
    [{ outbox: {}, sender }, 'createDeliveryWorker: outbox must be'],
    [
      { outbox: withoutWebhooks.outbox, sender },
      'createDeliveryWorker: outbox must be the outbox of a createStepward that was given the option webhooks: { keys, targets }',
    ],
    [{ outbox, sender: {} }, 'createDeliveryWorker: sender must be'],
    [{ outbox, sender, concurency: 5 }, 'createDeliveryWorker: there is no option concurency'],
    [{ outbox, sender, pollMs: '5' }, 'createDeliveryWorker: pollMs must be an integer from 10'],
    [{ outbox, sender, logger: {} }, 'createDeliveryWorker: logger must be'],
  ])('worker: %o', (options, problem) => {
    expect(problemOf(createDeliveryWorker, options)).toContain(problem);
  });

  it.each([
    [{ connectionsPerOrigin: 5 }, 'there is no option connectionsPerOrigin'],
    [{ maxOrigins: 0 }, 'maxOrigins must be a positive integer'],
    [{ certificateAuthorities: 'pem' }, 'certificateAuthorities must be a list'],
    [{ resolve: 'dns' }, 'resolve must be a function'],
  ])('sender: %o', (options, problem) => {
    expect(problemOf(createWebhookSender, options)).toContain(`createWebhookSender: ${problem}`);
  });

  it.each([
    [{ targets: { alow: [] } }, 'there is no option targets.alow'],
    [{ targets: { allow: '10.0.0.0/8' } }, 'targets.allow must be a list of CIDRs'],
    [{ targets: { allow: ['10.0.0.1'] } }, 'targets.allow has 10.0.0.1, which is not a CIDR'],
    [{ targets: { allowPorts: ['80'] } }, 'targets.allowPorts must be a list of ports'],
  ])('targets, of both sides: %o', (options, problem) => {
    expect(problemOf(createWebhookTargets, options)).toContain(`createWebhookTargets: ${problem}`);
    expect(problemOf(createWebhookSender, options)).toContain(`createWebhookSender: ${problem}`);
  });
});
