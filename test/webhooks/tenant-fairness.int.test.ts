/** A tenant with many subscribers that never answer, beside a quiet one. */
import { systemCaller } from '@stepward/core';
import { expect, it } from 'vitest';
import { postgres } from '../harness/storages.js';
import { misbehaviours, openBadSink } from './harness/bad-sinks.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { waitingClock } from './harness/waiting-clock.js';
import { subscribe } from './harness/subscription.js';

const TARPITS = 100;

onEveryStorage(
  (host) => {
    const { subscribers } = host.stepward;
    // The world's time stands still: no attempt ever times out.
    const clock = waitingClock(host.clock);

    it(`a quiet tenant gets its 5 events while ${String(TARPITS)} subscribers of another one hang and none of them times out`, async () => {
      const [busy, quiet] = [await host.tenant(), await host.tenant()];
      const tarpit = await openBadSink(misbehaviours.hang);
      for (let number = 0; number < TARPITS; number += 1) {
        const made = await subscribers.create(systemCaller(busy.tenantId), { url: tarpit.url });
        made._unsafeUnwrap();
      }
      const sink = await openSink();
      await subscribe(quiet, sink.url);
      for (let number = 0; number < 5; number += 1) await emit(host, busy);
      const worker = openWorker(host, { worker: { clock } });
      worker.start();
      // Three quarters of the worker's 256 slots.
      await tarpit.until(192);

      for (let number = 0; number < 5; number += 1) await emit(host, quiet);
      for (let number = 0; number < 5; number += 1) await emit(host, busy);
      worker.wake();
      await sink.until(5);
      expect(sink.received).toHaveLength(5);
      expect(tarpit.requests()).toBe(192);
    });
  },
  { storages: [postgres] },
);
