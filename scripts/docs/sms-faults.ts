import {
  asksNext,
  FAULTS,
  outcomeOf,
  type Fault,
  type FaultOutcome,
} from '../../packages/sms/test/fault-table.js';
import { PROVIDER_NAMES } from '../../packages/sms/test/providers.js';
import { table } from './table.js';

/** What each fault of a provider comes to, and whether a failover asks the next one. */
export function smsFaults(): string {
  const rows = (Object.keys(FAULTS) as Fault[]).flatMap((fault) => {
    const outcome = FAULTS[fault];
    return outcome === 'by provider' ? rowsByProvider(fault) : [rowOf(fault, outcome)];
  });
  return table(['Fault', 'Outcome', 'The next provider is asked'], rows);
}

function rowOf(fault: string, outcome: FaultOutcome): readonly string[] {
  return [fault, `\`${outcome}\``, asksNext(outcome) ? 'yes' : 'no'];
}

function rowsByProvider(fault: Fault): readonly (readonly string[])[] {
  const outcomes = new Set(PROVIDER_NAMES.map((provider) => outcomeOf(fault, provider)));
  return [...outcomes].map((outcome) => {
    const providers = PROVIDER_NAMES.filter((provider) => outcomeOf(fault, provider) === outcome);
    return rowOf(`${fault} (${providers.join(', ')})`, outcome);
  });
}
