/** Whether a provider is asked: after several failures in a row it is left out for a while, and then tried once. */
export interface Circuit {
  /** In a row. */
  readonly failures: number;
  /** Until when it is left out; null where it is asked. */
  readonly openUntil: Date | null;
}

export interface CircuitLimits {
  /** Failures in a row that open the circuit; 5 by default. */
  readonly failures: number;
  /** Milliseconds that it stays open; 30 000 by default. */
  readonly openMs: number;
}

export const CLOSED: Circuit = { failures: 0, openUntil: null };

/** Whether the provider may be asked now. */
export function allows({ openUntil }: Circuit, now: Date): boolean {
  return openUntil === null || now >= openUntil;
}

/** The circuit while the provider is asked: of a circuit that was open, one call is the trial, and others wait for it. */
export function whileAsked(circuit: Circuit, now: Date, limits: CircuitLimits): Circuit {
  return circuit.openUntil === null ? circuit : { ...circuit, openUntil: later(now, limits) };
}

/** The circuit after an answer. A trial that fails opens it again at once. */
export function afterAnswer(
  circuit: Circuit,
  isFailure: boolean,
  now: Date,
  limits: CircuitLimits,
): Circuit {
  if (!isFailure) return CLOSED;
  const failures = Math.min(circuit.failures + 1, limits.failures);
  return { failures, openUntil: failures < limits.failures ? null : later(now, limits) };
}

function later(now: Date, { openMs }: CircuitLimits): Date {
  return new Date(now.getTime() + openMs);
}
