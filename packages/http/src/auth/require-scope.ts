import { refuse, type Refusal } from '../refusal.js';
import type { UserPrincipal } from './user-principal.js';

/** Refuses a token without the scope, with `insufficient_scope`; a null scope asks for nothing. */
export function requireScope({ scopes }: UserPrincipal, scope: string | null): Refusal | null {
  return scope === null || scopes.includes(scope)
    ? null
    : refuse({ code: 'insufficient_scope', requiredScope: scope });
}
