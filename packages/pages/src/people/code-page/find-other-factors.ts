import type { FactorName, Stepward } from '@stepward/core';
import { KEPT_FACTORS, type KeptFactor } from '@stepward/core/factors';
import type { VerifyLink } from './verify-link.js';

/** Finds the person's factors that the page can ask for in place of the link's: enrolled, and allowed by the policy. */
export async function findOtherFactors(
  { enrolments, policies }: Pick<Stepward, 'enrolments' | 'policies'>,
  { tenantId, identityId, organisationId, factor }: VerifyLink,
): Promise<readonly KeptFactor[]> {
  const status = await enrolments.status({ tenantId, identityId, assurance: null });
  const policy = await policies.get(tenantId, organisationId);
  if (status.isErr() || policy.isErr()) return [];
  const { methods, backupCodesRemaining } = status.value;
  const usable = methods.filter((method) => policy.value.allowedFactors.includes(method));
  const replacesAny = organisationId === null || usable.length > 0;
  const isUsable = (name: KeptFactor): boolean =>
    name === 'recovery_code'
      ? backupCodesRemaining > 0 && replacesAny
      : usable.includes(name satisfies FactorName);
  return KEPT_FACTORS.filter((name) => name !== factor && isUsable(name));
}
