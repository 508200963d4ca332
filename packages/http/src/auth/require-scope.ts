import type { ApiName } from '../api.js';
import { refuse, type Refusal } from '../refusal.js';

/** Refuses a credential without the scope, with `insufficient_scope`; a null scope asks for nothing. */
export function requireScope(
  { scopes }: { readonly scopes: readonly string[] },
  scope: string | null,
  realm: ApiName,
): Refusal | null {
  return scope === null || scopes.includes(scope)
    ? null
    : refuse({ code: 'insufficient_scope', requiredScope: scope, realm });
}
