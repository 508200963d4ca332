import type { SecurityEvent } from '../events/security-event.js';
import type { HoldBounds, Stream } from './stream.js';

/**
 * Where streams are kept, with the events that they hold: those that wait for a poll, and those of a paused stream. Each call is
 * atomic, and sees one tenant. `createPostgresStreams` and `createMemoryStreams` are the implementations.
 */
export interface StreamStorage {
  /** Adds a stream; false where its receiver has so many in the tenant. Parallel calls do not exceed the limit. */
  insert(stream: Stream, limit: number): Promise<boolean>;
  find(tenantId: string, streamId: string): Promise<Stream | null>;
  /** The streams of a receiver, oldest first. */
  list(tenantId: string, receiver: string): Promise<readonly Stream[]>;
  /**
   * Changes a stream, alone with it: `decide` gets it as it is, and returns it as it will be; null for no change.
   *
   * @returns what was stored; null where nothing was, also because there is no such stream
   */
  change(
    tenantId: string,
    streamId: string,
    decide: (stream: Stream) => Stream | null,
  ): Promise<Stream | null>;
  /** Removes a stream with what it holds. */
  remove(tenantId: string, streamId: string): Promise<void>;
  /** Removes all streams of a tenant, with what they hold, and returns how many streams there were. */
  removeAll(tenantId: string): Promise<number>;
  /**
   * Holds events for a stream, all of them or none; one that it holds already stays as it is.
   *
   * @returns whether it holds them now: false where they are too many, or the stream is gone
   */
  hold(
    tenantId: string,
    streamId: string,
    events: readonly SecurityEvent[],
    bounds: HoldBounds,
  ): Promise<boolean>;
  /** Held events: urgent ones first, then by time. */
  held(tenantId: string, streamId: string, limit: number): Promise<readonly SecurityEvent[]>;
  /**
   * Deletes held events, by their ids; ids that the stream does not hold are ignored. `all` deletes those of a stream that is disabled,
   * and nothing where it is not: another request may have enabled it meanwhile.
   */
  release(tenantId: string, streamId: string, ids: readonly string[] | 'all'): Promise<void>;
}
