import { asksNext, FAULTS, type FaultOutcome } from '../../packages/sms/test/fault-table.js';
import { table } from './table.js';

/** What each fault of a provider comes to, and whether a failover asks the next one. */
export function smsFaults(): string {
  const rows = Object.entries(FAULTS).flatMap(([fault, outcome]) =>
    typeof outcome === 'string' ? [rowOf(fault, outcome)] : rowsByProvider(fault, outcome),
  );
  return table(['Fault', 'Outcome', 'The next provider is asked'], rows);
}

function rowOf(fault: string, outcome: FaultOutcome): readonly string[] {
  return [fault, `\`${outcome}\``, asksNext(outcome) ? 'yes' : 'no'];
}

function rowsByProvider(
  fault: string,
  outcomes: Readonly<Record<string, FaultOutcome>>,
): readonly (readonly string[])[] {
  return [...new Set(Object.values(outcomes))].map((outcome) => {
    const providers = Object.keys(outcomes).filter((provider) => outcomes[provider] === outcome);
    return rowOf(`${fault} (${providers.join(', ')})`, outcome);
  });
}
