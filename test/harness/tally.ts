import { outcome, type Answer } from './answer.js';

/** How often each outcome came. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const key = outcome(answer);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
