import type { EventSink } from '@stepward/core';
import {
  defaulted,
  handlerShard,
  hasMethods,
  readOptions,
  required,
  sinkHandlerName,
  type HandlerRegistration,
  type OptionTable,
  type OutboxService,
  type Schedule,
} from '@stepward/core/adapter';
import { areEvents, EVENTS_FORM } from '../handlers/handler-options.js';
import { HOST_CODE_OPTIONS } from '../host-code.js';

/** A sink of the host. One worker at a time publishes to it, and another one that has it takes over. */
export interface Sink {
  /**
   * 1 to 64 lower-case letters, digits, `-` and `_`, beginning with a letter. The same in each process that has it, and never that
   * of another sink.
   */
  readonly name: string;
  readonly sink: EventSink;
  /**
   * The events that it gets: names, or patterns such as `mfa.*`, at most 100; `['*']` by default, which is all but Stepward's
   * own. With an empty list what waits is published, and nothing new.
   */
  readonly events?: readonly string[];
}

/** A sink as the worker has it. */
export interface SinkSettings extends Pick<Sink, 'name' | 'sink'> {
  /** It stands where a handler does. */
  readonly registration: HandlerRegistration;
  readonly shard: number;
}

/** A sink, and what waits for it. */
export interface ScheduledSink extends SinkSettings {
  readonly schedule: Schedule;
}

/** @throws TypeError that names the sink and the field that is wrong */
export function readSinks(
  given: readonly Sink[],
  { isPattern }: Pick<OutboxService, 'isPattern'>,
): readonly SinkSettings[] {
  const table: OptionTable<Sink> = {
    name: HOST_CODE_OPTIONS.name,
    sink: required('an event sink, for example createNatsSink()', hasMethods('publish')),
    events: defaulted(['*'], EVENTS_FORM, areEvents(isPattern)),
  };
  return given.map((one, index) => {
    const { name, sink, events } = readOptions(
      'createDeliveryWorker',
      one,
      table,
      `sinks[${String(index)}].`,
    );
    const registration = { name: sinkHandlerName(name), events };
    return { name, sink, registration, shard: handlerShard(registration.name) };
  });
}
