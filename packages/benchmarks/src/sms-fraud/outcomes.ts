import { SCENARIOS } from './scenarios.js';
import { simulate, type Outcome, type SimulatedMode } from './simulate.js';

/** The results of one scenario, by mode. */
export type Outcomes = { readonly name: string } & Readonly<Record<SimulatedMode, Outcome>>;

let simulated: readonly Outcomes[] | null = null;

/** All scenarios in all modes, simulated once in a process. */
export function fraudOutcomes(): readonly Outcomes[] {
  simulated ??= SCENARIOS.map((scenario) => ({
    name: scenario.name,
    off: simulate(scenario, 'off'),
    monitor: simulate(scenario, 'monitor'),
    enforce: simulate(scenario, 'enforce'),
  }));
  return simulated;
}
