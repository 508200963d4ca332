import type { Stepward } from '@stepward/core';
import { isFactorName, KEPT_FACTORS, type KeptFactor } from '@stepward/core/factors';
import type { VerifyLink } from './verify-link.js';

/** Finds the person's factors that the page can ask for in place of the link's: enrolled, and allowed by the policy. */
export async function findOtherFactors(
  { accounts }: Pick<Stepward, 'accounts'>,
  { tenantId, identityId, organisationId, factor }: VerifyLink,
): Promise<readonly KeptFactor[]> {
  const found = await accounts.overview({ tenantId, identityId, organisationId });
  if (found.isErr()) return [];
  const { status, policy } = found.value;
  const usable = status.methods.filter((method) => policy.allowedFactors.includes(method));
  const replacesAny = organisationId === null || usable.length > 0;
  const isUsable = (name: KeptFactor): boolean =>
    isFactorName(name) ? usable.includes(name) : status.backupCodesRemaining > 0 && replacesAny;
  return KEPT_FACTORS.filter((name) => name !== factor && isUsable(name));
}
