import { testDatabase } from '@stepward/dev-postgres';
import { describe, expect, it } from 'vitest';
import { createDeliveryWorld } from '../../src/deliveries/delivery-world.js';
import { createPeopleWorld } from '../../src/people/people-world.js';
import { compareStorages } from './compare-storages.js';
import { recordTrace } from './record-trace.js';
import { postgresReplica, simulatedReplica } from './replicas.js';

const WORLDS = { deliveries: createDeliveryWorld, people: createPeopleWorld };

/** With all but the second of the deliveries, differences were found that both storages no longer have. */
const SEEDS = [1, 2, 116, 123];

/** Calls with faults in a run. */
const STEPS = 1_500;

/** Calls of each trace, at least. */
const LEAST_CALLS = 500;

describe.for(Object.keys(WORLDS) as (keyof typeof WORLDS)[])('in the world of %s', (name) => {
  describe.for(SEEDS)('with seed %d', async (seed) => {
    const database = await testDatabase();

    it('the simulated storage answers as Postgres does, and has the same in the end', async () => {
      const trace = await recordTrace(WORLDS[name], seed, STEPS);
      expect(trace.length).toBeGreaterThan(LEAST_CALLS);
      await compareStorages(trace, await postgresReplica(database), simulatedReplica());
    });
  });
});
