import { KEPT_FACTORS, type KeptFactor } from '@stepward/core/factors';

/** @throws TypeError where this version does not know the factor: its owner would count as having fewer. */
export function factorName(name: string): KeptFactor {
  const known = KEPT_FACTORS.find((kept) => kept === name);
  if (known === undefined) throw new TypeError('a stored factor has an unknown name');
  return known;
}
