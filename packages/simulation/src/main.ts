import { parseArgs } from 'node:util';
import { createDeliveryWorld } from './deliveries/delivery-world.js';
import { createPeopleWorld } from './people/people-world.js';
import { simulate, type Run } from './kernel/simulate.js';

/** Simulates worlds by their seeds, and prints a line for each run. Where a promise is broken, it exits with 1. */
const { values } = parseArgs({
  options: {
    world: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1500' },
    trace: { type: 'boolean', default: false },
  },
});

const WORLDS = { deliveries: createDeliveryWorld, people: createPeopleWorld };

/** Characters of a line of the trace that are printed. */
const WIDTH = 300;

function report(name: string, { seed, steps, digest, violation }: Run): void {
  console.log(`${name} seed ${String(seed)}: ${String(steps)} steps, ${digest.slice(0, 16)}`);
  if (violation === null) return;
  console.log(`broken: ${violation}`);
  process.exit(1);
}

const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
  for (const [name, createWorld] of Object.entries(WORLDS)) {
    if (values.world !== undefined && values.world !== name) continue;
    const print = (line: string): void => console.log(line.slice(0, WIDTH));
    const options = { seed, steps: Number(values.steps), ...(values.trace && { print }) };
    report(name, await simulate(createWorld, options));
  }
}
// A worker keeps its process alive until it is stopped, and those that died never are.
process.exit(0);
