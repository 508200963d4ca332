import type { ListedEvent, PreparedEvent } from '../records/stored-event.js';
import { err, ok, type Result } from 'neverthrow';
import type { HostTransaction } from '../ports/host-transaction.js';
import type { AppendOutcome, Storage } from '../ports/storage.js';
import type { EventFilter, Stores } from '../ports/stores.js';
import { checkArgument, checkArguments, checkFields } from '../shared/checks/check-arguments.js';
import { hasMethods, isObject } from '../shared/checks/check-options.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { dateFilter, readFilter, readPage, textFilter } from '../shared/lists/list-request.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import { requireTenantId } from '../shared/tenant-id.js';
import type { EventDefinitions } from './catalogue/define-event.js';
import { isDay } from './catalogue/event-versions.js';
import { dataAtVersion, type VersionFault } from './data-at-version.js';
import type { EventWiring } from './event-recorder-service.js';
import type { EventRegistry } from './catalogue/event-registry.js';
import type { NoHostEvents } from './catalogue/host-event.js';
import {
  prepareEvent,
  type EventInput,
  type EventName,
  type NewEventError,
  type NewEventNamed,
} from './new-event.js';

/** The result of emitting an event. */
export interface EmittedEvent {
  /** The event's id: the `idempotency_key` of its deliveries. A UUID. */
  readonly id: string;
}

/** Where an event is emitted. */
export interface EmitOptions {
  /**
   * The host's own transaction: its change and the event commit together or not at all. A client of `pg` as it is; for
   * other libraries `fromDrizzle`, `fromKysely` and others of `@stepward/postgres/transactions`. Without one the event is
   * committed at once, by itself; a `tx` that is undefined or null is a TypeError. A handle that is in no transaction,
   * such as a pool or a client before `begin`, is refused with `not_in_transaction`.
   */
  readonly tx?: HostTransaction;
}

/** `tx` is in no transaction, so the event would remain where the host's change is rolled back. */
export interface NotInTransaction {
  readonly code: 'not_in_transaction';
}

/** The tenant has no event of this id, or it is older than the 30 days for which events are kept. */
export interface EventNotFound {
  readonly code: 'event_not_found';
}

/** The event's data cannot be given in the version that was asked for. */
export interface EventVersionUnavailable {
  readonly code: 'event_version_unavailable';
  /**
   * `version_unknown`: this process does not know the version that the event was emitted in. `version_failed`: a step `down` of
   * the event's definition threw, or returned what the version does not allow.
   */
  readonly reason: VersionFault['reason'];
}

/** How an event is read. */
export interface ReadEventOptions {
  /**
   * The version of the data, as the pin of a subscriber: the newest that is not later than this date, such as `2026-11-01`, or the
   * first. By default the version that the event was emitted in.
   */
  readonly version?: string | undefined;
}

/** Why an event was not emitted. Nothing is stored then. */
export type EmitError = NewEventError | NotInTransaction;

/** The event log (specification, "Events"), for a host with these events of its own. */
export interface EventService<Events extends EventDefinitions = NoHostEvents> {
  /**
   * Emits an event: appends it to the outbox. The delivery worker dispatches it: each subscriber
   * with a filter that matches gets a delivery. Of several events with one idempotency key the first is dispatched. An Err stores nothing, and
   * leaves the transaction as good as it was.
   *
   * @throws TypeError where the tenant id is not one that `isTenantId` accepts.
   */
  emit<const Name extends EventName<Events>>(
    event: NewEventNamed<Name, Events>,
    options?: EmitOptions,
  ): Promise<Result<EmittedEvent, EmitError>>;
  /** The same for a type that is known only at run time: the fields are checked then. */
  emitUntyped(
    event: EventInput & { readonly tenantId: string },
    options?: EmitOptions,
  ): Promise<Result<EmittedEvent, EmitError>>;
  /**
   * The tenant's events, newest first, dispatched or not. They are kept for 30 days.
   *
   * @param filter what is left out does not filter
   * @param page the first 20 by default; `limit` is 1 to 100
   */
  list(
    tenantId: string,
    filter?: Partial<EventFilter>,
    page?: Partial<PageRequest>,
  ): Promise<Page<ListedEvent>>;
  /**
   * An event of the tenant, dispatched or not.
   *
   * @param eventId as `emit` answered it: the `idempotency_key` of its deliveries
   * @throws TypeError where `options.version` is not a day as `YYYY-MM-DD`
   */
  get(
    tenantId: string,
    eventId: string,
    options?: ReadEventOptions,
  ): Promise<Result<ListedEvent, EventNotFound | EventVersionUnavailable>>;
}

export interface EventServiceWiring extends EventWiring {
  readonly storage: Storage;
  readonly eventRegistry: EventRegistry;
}

export function createEventService(wiring: EventServiceWiring): EventService {
  return {
    emit: (event, options) => emitEvent(wiring, 'events.emit', event, options),
    emitUntyped: (event, options) => emitEvent(wiring, 'events.emitUntyped', event, options),
    async list(tenantId, filter, page) {
      checkArguments('events.list', { tenantId });
      const wanted = readFilter<EventFilter>('events.list', filter, FILTER_RULES);
      const part = readPage('events.list', page);
      return inUnitOfWork(wiring.storage, { tenantId }, ({ events }) => events.list(wanted, part));
    },
    async get(tenantId, eventId, options = {}) {
      checkArguments('events.get', { tenantId, eventId });
      const { version } = readEventOptions(options);
      const found = await inUnitOfWork(wiring.storage, { tenantId }, (stores) =>
        findEvent(stores, eventId),
      );
      if (found === null) return err({ code: 'event_not_found' });
      return version === undefined ? ok(found) : atVersion(wiring.eventRegistry, found, version);
    },
  };
}

function readEventOptions(options: ReadEventOptions): ReadEventOptions {
  checkFields('events.get', 'options', options, ['version']);
  const { version } = options;
  const isValid = version === undefined || isDay(version);
  checkArgument('events.get', 'options.version', isValid, 'a day, such as 2026-11-01');
  return options;
}

function atVersion(
  eventRegistry: EventRegistry,
  event: ListedEvent,
  version: string,
): Result<ListedEvent, EventVersionUnavailable> {
  return dataAtVersion(eventRegistry.find(event.type), event, version)
    .map((taken) => ({ ...event, ...taken }))
    .mapErr(({ reason }) => ({ code: 'event_version_unavailable', reason }));
}

async function emitEvent(
  wiring: EventServiceWiring,
  method: string,
  event: EventInput & { readonly tenantId: string },
  options: EmitOptions = {},
): Promise<Result<EmittedEvent, EmitError>> {
  checkFields(method, 'event', event, EVENT_FIELDS);
  checkEmitOptions(method, options);
  requireTenantId(event.tenantId);
  const { storage, clock, random, eventRegistry } = wiring;
  const stamp = { id: random.uuid(), now: clock.now() };
  const prepared = prepareEvent(eventRegistry, event.tenantId, event, stamp);
  if (prepared.isErr()) return err(prepared.error);
  const outcome = await append(storage, event.tenantId, prepared.value, options);
  if (outcome === 'not_in_transaction') return err({ code: outcome });
  return ok({ id: prepared.value.event.id });
}

async function append(
  storage: Storage,
  tenantId: string,
  prepared: PreparedEvent,
  { tx }: EmitOptions,
): Promise<AppendOutcome> {
  if (tx !== undefined) return storage.appendEvent(tx, tenantId, prepared);
  await inUnitOfWork(storage, { tenantId }, (stores) =>
    stores.record({ entries: [], events: [prepared] }),
  );
  return 'appended';
}

const EVENT_FIELDS = [
  ...['type', 'tenantId', 'organisationId', 'data'],
  ...['idempotencyKey', 'expiresAt', 'orderingKey'],
];

/**
 * A caller who passes the client itself, or as `client`, or a `tx` that is undefined, expects the event to be part of the
 * transaction.
 */
function checkEmitOptions(method: string, options: unknown): void {
  const isValid =
    isObject(options) &&
    Object.entries(options).every(([name, given]) => name === 'tx' && hasMethods('query')(given));
  checkArgument(method, 'options', isValid, EMIT_OPTIONS);
}

const EMIT_OPTIONS =
  '{ tx }, or left out, where tx is your own transaction with query(text, values): a client of pg, ' +
  'or fromDrizzle(tx), fromKysely(trx) … of @stepward/postgres/transactions';

/** Returns an event of the tenant, dispatched or not; null for none. */
export async function findEvent(
  { events }: Pick<Stores, 'events'>,
  eventId: string,
): Promise<ListedEvent | null> {
  const page = { limit: 1, position: null };
  const { items } = await events.list({ ...EVERY_EVENT, eventId }, page);
  return items[0] ?? null;
}

const EVERY_EVENT: EventFilter = {
  eventId: null,
  type: null,
  organisationId: null,
  since: null,
  until: null,
};

const FILTER_RULES = {
  eventId: textFilter,
  type: textFilter,
  organisationId: textFilter,
  since: dateFilter,
  until: dateFilter,
};
