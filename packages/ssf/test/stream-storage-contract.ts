/** What each `StreamStorage` promises. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SecurityEvent, Stream, StreamStorage } from '../src/index.js';

const AT = new Date('2026-01-01T00:00:00.000Z');
const BOUNDS = { limit: 10, since: AT };

/** A stream of a receiver of its own. */
export function sampleStream(changes: Partial<Stream> = {}): Stream {
  return {
    ...{ id: randomUUID(), tenantId: 'acme', receiver: randomUUID(), subscriberId: randomUUID() },
    audience: ['https://receiver.example.test', 'ünïcode'],
    delivery: { method: 'urn:ietf:rfc:8935', url: 'https://r.test/', authorization: 'sealed' },
    requested: ['https://example.test/event'],
    description: 'a "quoted" \\ description',
    ...{ status: 'enabled', reason: null, removedSubjects: ['one'], verifiedAt: AT },
    createdAt: AT,
    ...changes,
  };
}

function sampleEvent(id: string, seconds = 0, isUrgent = false): SecurityEvent {
  const at = new Date(AT.getTime() + seconds * 1_000);
  const subject = { format: 'opaque', id: '\u0000\ud800' } as const;
  const claims = { iss: 'https://id.test', iat: 1, jti: id, aud: 'r', txn: 't', sub_id: subject };
  return { id, at, isUrgent, claims: { ...claims, events: { uri: { b: 1, a: 2 } } } };
}

export function streamStorageContract(open: () => Promise<StreamStorage>): void {
  let storage: StreamStorage;
  beforeAll(async () => {
    storage = await open();
  });

  async function stored(changes: Partial<Stream> = {}): Promise<Stream> {
    const stream = sampleStream(changes);
    expect(await storage.insert(stream, 10)).toBe(true);
    return stream;
  }

  const idsHeld = async ({ tenantId, id }: Stream, limit = 100) =>
    (await storage.held(tenantId, id, limit)).map((event) => event.id);

  describe('a stream', () => {
    it('is found as it was inserted, in its tenant alone', async () => {
      const stream = await stored();
      expect(await storage.find('acme', stream.id)).toEqual(stream);
      expect(await storage.list('acme', stream.receiver)).toEqual([stream]);
      expect(await storage.find('globex', stream.id)).toBeNull();
      expect(await storage.list('globex', stream.receiver)).toEqual([]);
      expect(await storage.find('acme', 'unknown')).toBeNull();
    });

    it('is not inserted above the limit of its receiver, also by parallel calls', async () => {
      const receiver = randomUUID();
      const inserted = await Promise.all(
        Array.from({ length: 6 }, () => storage.insert(sampleStream({ receiver }), 3)),
      );
      expect(inserted.filter(Boolean)).toHaveLength(3);
      expect(await storage.list('acme', receiver)).toHaveLength(3);
      expect(await storage.insert(sampleStream({ receiver, tenantId: 'globex' }), 3)).toBe(true);
    });

    it('is listed with the others of its receiver, oldest first', async () => {
      const { receiver, id } = await stored();
      const later = await stored({ receiver, createdAt: new Date(AT.getTime() + 1) });
      expect((await storage.list('acme', receiver)).map((each) => each.id)).toEqual([id, later.id]);
    });

    it('is changed by one at a time, and not where there is no change or no stream', async () => {
      const stream = await stored({ removedSubjects: [] });
      const add = (name: string) =>
        storage.change('acme', stream.id, (found) => ({
          ...found,
          removedSubjects: [...found.removedSubjects, name],
        }));
      await Promise.all(['a', 'b', 'c', 'd'].map(add));
      const changed = await storage.find('acme', stream.id);
      expect(changed?.removedSubjects.toSorted()).toEqual(['a', 'b', 'c', 'd']);
      expect(await storage.change('acme', stream.id, () => null)).toBeNull();
      expect(await storage.find('acme', stream.id)).toEqual(changed);
      expect(await storage.change('globex', stream.id, (found) => found)).toBeNull();
    });

    it('is removed with what it holds', async () => {
      const stream = await stored();
      await storage.hold('acme', stream.id, [sampleEvent('a')], BOUNDS);
      await storage.remove('globex', stream.id);
      expect(await idsHeld(stream)).toEqual(['a']);
      await storage.remove('acme', stream.id);
      expect(await storage.find('acme', stream.id)).toBeNull();
      expect(await storage.hold('acme', stream.id, [sampleEvent('a')], BOUNDS)).toBe(false);
      expect(await idsHeld(stream)).toEqual([]);
    });

    it('is removed with all of its tenant, and no other tenant loses one', async () => {
      const tenantId = randomUUID();
      const mine = [await stored({ tenantId }), await stored({ tenantId })];
      const other = await stored();
      await storage.hold(tenantId, mine[0]!.id, [sampleEvent('a')], BOUNDS);
      expect(await storage.removeAll(tenantId)).toBe(2);
      expect(await storage.find(tenantId, mine[1]!.id)).toBeNull();
      expect(await idsHeld(mine[0]!)).toEqual([]);
      expect(await storage.find('acme', other.id)).toEqual(other);
      expect(await storage.removeAll(tenantId)).toBe(0);
    });
  });

  describe('held events', () => {
    it('come as they were held: urgent ones first, then by time', async () => {
      const stream = await stored();
      const events = [
        ...[sampleEvent('late', 9), sampleEvent('b', 1), sampleEvent('a', 1)],
        sampleEvent('urgent', 99, true),
      ];
      expect(await storage.hold('acme', stream.id, events, BOUNDS)).toBe(true);
      expect(await idsHeld(stream)).toEqual(['urgent', 'a', 'b', 'late']);
      expect(await idsHeld(stream, 2)).toEqual(['urgent', 'a']);
      const [urgent] = await storage.held('acme', stream.id, 1);
      expect(urgent).toEqual(sampleEvent('urgent', 99, true));
      expect(JSON.stringify(urgent)).toEqual(JSON.stringify(sampleEvent('urgent', 99, true)));
      expect(await storage.held('globex', stream.id, 1)).toEqual([]);
    });

    it('are all held or none, within the limit; those that are held already do not count again', async () => {
      const stream = await stored();
      const hold = (...ids: readonly string[]) =>
        storage.hold(
          'acme',
          stream.id,
          ids.map((id) => sampleEvent(id)),
          { ...BOUNDS, limit: 2 },
        );
      expect(await hold('a')).toBe(true);
      expect(await hold('b', 'c')).toBe(false);
      expect(await idsHeld(stream)).toEqual(['a']);
      expect(await hold('a', 'b')).toBe(true);
      expect(await hold('b')).toBe(true);
      expect(await hold()).toBe(true);
      expect(await hold('c')).toBe(false);
      expect(await idsHeld(stream)).toEqual(['a', 'b']);
    });

    it('stay within the limit also by parallel calls', async () => {
      const stream = await stored();
      const held = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          storage.hold('acme', stream.id, [sampleEvent(String(index))], { ...BOUNDS, limit: 3 }),
        ),
      );
      expect(held.filter(Boolean)).toHaveLength(3);
      expect(await idsHeld(stream)).toHaveLength(3);
    });

    it('are deleted when they are too old, which makes room', async () => {
      const stream = await stored();
      await storage.hold('acme', stream.id, [sampleEvent('old'), sampleEvent('new', 10)], BOUNDS);
      const since = new Date(AT.getTime() + 5_000);
      const bounds = { limit: 2, since };
      expect(await storage.hold('acme', stream.id, [sampleEvent('next', 11)], bounds)).toBe(true);
      expect(await idsHeld(stream)).toEqual(['new', 'next']);
    });

    it('are released by their ids, or all of a stream that is disabled', async () => {
      const stream = await stored();
      const other = await stored();
      const events = ['a', 'b', 'c'].map((id) => sampleEvent(id));
      for (const { id } of [stream, other]) await storage.hold('acme', id, events, BOUNDS);
      await storage.release('acme', stream.id, ['a', 'unknown']);
      await storage.release('acme', stream.id, 'all');
      for (const { id } of [stream, other]) {
        await storage.change('acme', id, (found) => ({ ...found, status: 'disabled' }));
      }
      await storage.release('globex', stream.id, 'all');
      expect(await idsHeld(stream)).toEqual(['b', 'c']);
      await storage.release('acme', stream.id, 'all');
      expect(await idsHeld(stream)).toEqual([]);
      expect(await idsHeld(other)).toEqual(['a', 'b', 'c']);
    });
  });
}
