/**
 * The factor names of the specification, strongest first: where several are enrolled and nothing is
 * preferred, the first wins (specification, "Authentication" rule 4).
 */
export const FACTOR_NAMES = ['webauthn', 'totp', 'sms', 'email'] as const;

/** A kind of second factor. */
export type FactorName = (typeof FACTOR_NAMES)[number];

/** The factors that Stepward keeps itself; the others are the host's. */
export const KEPT_FACTORS = ['sms', 'totp', 'webauthn', 'recovery_code'] as const;

/** A kind of factor that Stepward keeps. */
export type KeptFactor = (typeof KEPT_FACTORS)[number];

/** What a session can step up with: the kept factors, and the temporary pass, which nobody enrols. */
export const STEP_UP_FACTORS = [...KEPT_FACTORS, 'temporary_pass'] as const;

/** What a session can step up with. */
export type StepUpFactor = (typeof STEP_UP_FACTORS)[number];

/** The factors that a session can prove. */
export type ProvenFactor = FactorName | StepUpFactor;

/**
 * Whether a factor cannot be named, and so not be forbidden, by a policy: it replaces any factor that a policy
 * requires.
 */
export function standsForAny(factor: ProvenFactor): boolean {
  return KEPT_FACTORS.some((name) => name === factor) && !isFactorName(factor);
}

export function isFactorName(value: unknown): value is FactorName {
  return FACTOR_NAMES.some((name) => name === value);
}

export function isStepUpFactor(value: unknown): value is StepUpFactor {
  return STEP_UP_FACTORS.some((name) => name === value);
}

export function isProvenFactor(value: unknown): value is ProvenFactor {
  return isFactorName(value) || isStepUpFactor(value);
}

/** The same factors once each, in priority order. */
export function inPriorityOrder(factors: Iterable<FactorName>): readonly FactorName[] {
  const wanted = new Set(factors);
  return FACTOR_NAMES.filter((name) => wanted.has(name));
}
