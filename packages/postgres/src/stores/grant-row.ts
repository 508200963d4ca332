import type { StoredGrant } from '@stepward/core/adapter';
import type { StepUpFactor } from '@stepward/core/factors';
import { storedDate } from '../connection/stored-values.js';

export interface GrantRow {
  readonly name: string;
  readonly verifier: string;
  readonly factor: StepUpFactor;
  readonly expires_at: unknown;
}

export function grantRow({ name, verifier, factor, expiresAt }: StoredGrant): GrantRow {
  return { name, verifier, factor, expires_at: expiresAt };
}

export function storedGrant({ name, verifier, factor, expires_at }: GrantRow): StoredGrant {
  return { name, verifier, factor, expiresAt: storedDate(expires_at) };
}
