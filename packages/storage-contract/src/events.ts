import assert from 'node:assert/strict';
import { err, type Page, type PageRequest, type Storage } from '@stepward/core';
import {
  EVENT_RETENTION_MS,
  purgeStorage,
  type StoredEvent,
  type EventStore,
} from '@stepward/core/adapter';
import { addMs, minutes } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, inParallel, recordEvent } from './contract-host.js';
import { EVENT } from './samples.js';
import { FIRST_PAGE, NOW, emit, eventNo, numberOf, uuid } from './event-samples.js';

type EventFilter = Parameters<EventStore['list']>[0];

/** What holds for the event log. */
export const eventCases: readonly StorageContractCase[] = [
  {
    name: 'an event comes back as it was appended, its data byte for byte',
    async run(createStorage) {
      const storage = await createStorage();
      const events = [
        EVENT,
        { ...EVENT, id: uuid(2), organisationId: null, data: '{}' },
        { ...EVENT, id: uuid(3), data: JSON.stringify({ text: 'é'.repeat(131_000) }) },
      ];
      for (const event of events) {
        await append(storage, event);
        const { items } = await list(storage);
        assert.deepEqual(
          items.find(({ id }) => id === event.id),
          { ...event, dispatched: false },
        );
      }
    },
  },
  {
    name: 'of events with one id one is listed',
    async run(createStorage) {
      const storage = await createStorage();
      for (const ms of [1, 0, 2]) await append(storage, eventNo(7, addMs(NOW, ms)));
      await emit(storage, 8, { at: addMs(NOW, 3) });
      assert.deepEqual(await numbers(storage), [8, 7]);
    },
  },
  {
    name: '20 parallel units of work with one event id give one event',
    async run(createStorage) {
      const storage = await createStorage();
      await inParallel(20, () => emit(storage, 7));
      assert.deepEqual(await numbers(storage), [7]);
    },
  },
  {
    name: 'parallel units of work that emit and list, over and over, lose nothing, and list each event once',
    async run(createStorage) {
      const storage = await createStorage();
      await inParallel(12, async (worker) => {
        for (let round = 0; round < 8; round += 1) {
          const number = worker * 8 + round;
          await emit(storage, number, { at: addMs(NOW, number % 2) });
          const { items } = await list(storage);
          assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
        }
      });
      assert.equal((await numbers(storage)).length, 96);
    },
  },
  {
    name: 'a roll-back leaves no event, and its id is free again',
    async run(createStorage) {
      const storage = await createStorage();
      const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
        await recordEvent(stores, eventNo(7));
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.deepEqual(await numbers(storage), []);
      await emit(storage, 7);
      assert.deepEqual(await numbers(storage), [7]);
    },
  },
  {
    name: 'what a unit of work has appended it lists, each id once',
    async run(createStorage) {
      const storage = await createStorage();
      await emit(storage, 1);
      const listed = await commit(storage, { tenantId: TENANT }, async (stores) => {
        for (const number of [1, 2, 2]) await recordEvent(stores, eventNo(number));
        return stores.events.list(EVERYTHING, FIRST_PAGE);
      });
      assert.deepEqual(
        listed.items.map(({ id }) => numberOf(id)),
        [2, 1],
      );
      assert.deepEqual(await numbers(storage), [2, 1]);
    },
  },
  {
    name: 'one event id in two tenants is two events, and each tenant lists its own',
    async run(createStorage) {
      const storage = await createStorage();
      const theirs = { ...EVENT, data: '{"whose":"theirs"}' };
      await append(storage, EVENT);
      await append(storage, theirs, [], OTHER_TENANT);
      assert.deepEqual((await list(storage)).items, [{ ...EVENT, dispatched: false }]);
      assert.deepEqual((await list(storage, {}, FIRST_PAGE, OTHER_TENANT)).items, [
        { ...theirs, dispatched: false },
      ]);
      assert.deepEqual((await list(storage, {}, FIRST_PAGE, 'initech')).items, []);
    },
  },
  {
    name: 'events are listed by type, organisation and time, the beginning of a time included and its end not',
    async run(createStorage) {
      const storage = await createStorage();
      const rows = [
        ['user.created', 'org-1'],
        ['user.deleted', 'org-1'],
        ['user.created', 'org-2'],
        ['user.created', null],
      ] as const;
      for (const [index, [type, organisationId]] of rows.entries()) {
        await append(storage, { ...eventNo(index, minute(index)), type, organisationId });
      }
      const table: readonly (readonly [Partial<EventFilter>, readonly number[]])[] = [
        [{}, [3, 2, 1, 0]],
        [{ eventId: eventNo(2).id }, [2]],
        [{ eventId: eventNo(9).id }, []],
        [{ eventId: 'not an id' }, []],
        [{ eventId: eventNo(2).id, type: 'user.deleted' }, []],
        [{ type: 'user.created' }, [3, 2, 0]],
        [{ type: 'user.updated' }, []],
        [{ organisationId: 'org-1' }, [1, 0]],
        [{ organisationId: 'org_1' }, []],
        [{ since: minute(1) }, [3, 2, 1]],
        [{ since: addMs(minute(1), 1) }, [3, 2]],
        [{ until: minute(1) }, [0]],
        [{ since: minute(1), until: minute(3) }, [2, 1]],
        [{ type: 'user.created', organisationId: 'org-1', since: minute(0), until: NOW }, []],
        [{ type: 'user.created', organisationId: 'org-2', since: minute(2) }, [2]],
      ];
      for (const [filter, expected] of table) {
        assert.deepEqual(await numbers(storage, filter), expected, JSON.stringify(filter));
      }
    },
  },
  {
    name: 'events are listed newest first, those of the same time by id, in pages without gaps or repeats while events are added',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [3, 0, 6, 1, 4, 2, 5]) {
        await append(storage, eventNo(number, minute(Math.floor(number / 3))));
      }

      const pages: (readonly number[])[] = [];
      let position: string | null = null;
      do {
        const page: Page<StoredEvent> = await list(storage, {}, { limit: 3, position });
        pages.push(page.items.map(({ id }) => numberOf(id)));
        position = page.nextPosition;
        await append(storage, eventNo(10 + pages.length, minute(10)));
      } while (position !== null);

      assert.deepEqual(pages, [[6, 5, 4], [3, 2, 1], [0]]);
    },
  },
  {
    name: 'pages of a filtered list hold what the filter lets through, and a last page that is full ends there',
    async run(createStorage) {
      const storage = await createStorage();
      for (let number = 0; number < 8; number += 1) {
        const type = number % 2 === 0 ? 'user.created' : 'user.deleted';
        await append(storage, { ...eventNo(number, minute(number)), type });
      }
      const filter = { type: 'user.created', since: minute(1) };
      const first = await list(storage, filter, { limit: 2, position: null });
      const second = await list(storage, filter, { limit: 1, position: first.nextPosition });
      assert.deepEqual(
        [...first.items, ...second.items].map(({ id }) => numberOf(id)),
        [6, 4, 2],
      );
      assert.equal(second.nextPosition, null);
    },
  },
  {
    name: 'purge keeps events for 30 days, to the millisecond, over all tenants',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await emit(storage, 1, {}, tenantId);
        await emit(storage, 2, { at: addMs(NOW, 1) }, tenantId);
      }
      await purgeStorage(storage, addMs(NOW, EVENT_RETENTION_MS - 1));
      assert.deepEqual(await numbers(storage), [2, 1]);
      await purgeStorage(storage, addMs(NOW, EVENT_RETENTION_MS));
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(await numbers(storage, {}, tenantId), [2]);
      }
    },
  },
];

const EVERYTHING: EventFilter = {
  eventId: null,
  type: null,
  organisationId: null,
  since: null,
  until: null,
};

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

function append(
  storage: Storage,
  event: StoredEvent,
  patterns: readonly string[] = [],
  tenantId = TENANT,
): Promise<void> {
  return commit(storage, { tenantId }, (stores) => recordEvent(stores, event, patterns));
}

function list(
  storage: Storage,
  filter: Partial<EventFilter> = {},
  page: PageRequest = FIRST_PAGE,
  tenantId = TENANT,
): Promise<Page<StoredEvent>> {
  return commit(storage, { tenantId }, ({ events }) =>
    events.list({ ...EVERYTHING, ...filter }, page),
  );
}

async function numbers(
  storage: Storage,
  filter: Partial<EventFilter> = {},
  tenantId = TENANT,
): Promise<readonly number[]> {
  return (await list(storage, filter, FIRST_PAGE, tenantId)).items.map(({ id }) => numberOf(id));
}
