import type { Handler } from '@stepward/core';
import {
  ATTEMPT_TIMEOUT_MS,
  defaulted,
  handlerShard,
  isFunction,
  readOptions,
  required,
  type OptionTable,
  type OutboxService,
} from '@stepward/core/adapter';
import { HOST_CODE_OPTIONS } from '../host-code.js';
import { isInteger } from '../is-integer.js';

/** A handler with its defaults. */
export type HandlerSettings = Required<Handler>;

const MAX_EVENTS = 100;

/**
 * Returns the handlers of a worker, Stepward's own first.
 *
 * @throws TypeError that names the handler and the field that is wrong
 */
export function readHandlers(
  own: readonly Handler[],
  given: readonly Handler[],
  { isPattern }: Pick<OutboxService, 'isPattern'>,
): readonly HandlerSettings[] {
  const table: OptionTable<Handler> = {
    ...HOST_CODE_OPTIONS,
    events: required(EVENTS_FORM, areEvents(isPattern)),
    handle: required('a function of an event', isFunction),
    concurrency: defaulted(16, 'an integer from 1 to 256', isInteger(1, 256)),
  };
  const handlers = [
    ...own.map((handler) => ({ concurrency: 16, timeoutMs: ATTEMPT_TIMEOUT_MS, ...handler })),
    ...given.map((handler, index) =>
      readOptions('createDeliveryWorker', handler, table, `handlers[${String(index)}].`),
    ),
  ];
  return handlers;
}

export const EVENTS_FORM = 'at most 100 names of events, or patterns such as mfa.* or *';

/** Returns the rule of a list of events. */
export function areEvents(isPattern: OutboxService['isPattern']): (value: unknown) => boolean {
  return (value) =>
    Array.isArray(value) &&
    value.length <= MAX_EVENTS &&
    value.every((text) => typeof text === 'string' && isPattern(text));
}

/**
 * Refuses two names of handlers, or sinks, with one shard: of 20 names, that is one case of 170.
 *
 * @throws TypeError that names both
 */
export function requireApart(all: readonly string[]): void {
  const names = new Map<number, string>();
  for (const name of all) {
    const shard = handlerShard(name);
    const other = names.get(shard);
    if (other !== undefined) {
      const fault =
        other === name ? `two have the name ${name}` : `${other} and ${name} cannot be told apart`;
      throw new TypeError(
        `createDeliveryWorker: handlers and sinks: ${fault}; give one another name`,
      );
    }
    names.set(shard, name);
  }
}
