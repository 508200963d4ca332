import { createKeyRing, createStepward } from '@stepward/core';
import { handlerShard } from '@stepward/core/adapter';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createDeliveryWorker, createWebhookSender, createWebhookTargets } from './index.js';

const outbox = {
  isConfigured: true,
  open() {},
  finish() {},
  act() {},
  queueState() {},
  purge() {},
  handlers: [],
  isPattern: (text: string) => text === 'user.deleted' || text === 'mfa.*',
};
const handler = { name: 'mail', events: ['mfa.*'], handle() {} };
const destination = { name: 'queue', send() {} };
const sink = { name: 'nats', sink: { publish() {} } };
const SAME_SHARD = twoNamesOfOneShard();
const sender = { send() {} };
const withoutWebhooks = createStepward({
  storage: createMemoryStorage(),
  smsSender: createRecordingSmsSender(),
  codeKeys: createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(7) } }),
});

function twoNamesOfOneShard(): readonly [string, string] {
  const names = new Map<number, string>();
  for (let number = 0; ; number += 1) {
    const name = `mail-${String(number)}`;
    const known = names.get(handlerShard(name));
    if (known !== undefined) return [known, name];
    names.set(handlerShard(name), name);
  }
}

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
    [{ outbox, sender, handlers: {} }, 'createDeliveryWorker: handlers must be a list'],
    [{ outbox, sender, destinations: {} }, 'createDeliveryWorker: destinations must be a list'],
    [
      { outbox, sender, destinations: [destination, { ...destination, name: 'Queue' }] },
      'createDeliveryWorker: destinations[1].name must be',
    ],
    [{ outbox, sender, destinations: [{ name: 'queue' }] }, 'destinations[0].send is missing'],
    [
      { outbox, sender, destinations: [{ ...destination, timeoutMs: 15_001 }] },
      'destinations[0].timeoutMs must be',
    ],
    [
      { outbox, sender, destinations: [destination, destination] },
      'destinations: two have the name queue',
    ],
    [
      { outbox, sender, handlers: [handler, { ...handler, name: 'e mail' }] },
      'createDeliveryWorker: handlers[1].name must be 1 to 64 lower-case letters',
    ],
    [
      { outbox, sender, handlers: [{ ...handler, name: 'stepward.notices' }] },
      'createDeliveryWorker: handlers[0].name must be',
    ],
    [
      { outbox, sender, handlers: [{ ...handler, events: ['mfa.gone'] }] },
      'createDeliveryWorker: handlers[0].events must be at most 100 names of events',
    ],
    [{ outbox, sender, handlers: [{ ...handler, handle: 'f' }] }, 'handlers[0].handle must be'],
    [{ outbox, sender, handlers: [{ ...handler, timeoutMs: 15_001 }] }, 'timeoutMs must be'],
    [{ outbox, sender, handlers: [{ ...handler, concurrency: 0 }] }, 'concurrency must be'],
    [{ outbox, sender, handlers: [handler, handler] }, 'sinks: two have the name mail'],
    [
      { outbox, sender, handlers: SAME_SHARD.map((name) => ({ ...handler, name })) },
      `sinks: ${SAME_SHARD.join(' and ')} cannot be told apart; give one another name`,
    ],
    [{ outbox, sender, sinks: Array(6).fill(sink) }, 'sinks must be a list of at most 5 sinks'],
    [{ outbox, sender, sinks: [{ ...sink, name: 'a.b' }] }, 'sinks[0].name must be'],
    [
      { outbox, sender, sinks: [{ name: 'nats', sink: {} }] },
      'sinks[0].sink must be an event sink',
    ],
    [{ outbox, sender, sinks: [{ ...sink, events: ['no'] }] }, 'sinks[0].events must be at most'],
    [{ outbox, sender, sinks: [sink, sink] }, 'sinks: two have the name sink.nats'],
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
