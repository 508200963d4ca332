/** Removes what people type or paste around a code: spaces of every kind and hyphens. Other digits stay as they are. */
export function cleanCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Pd}]/gu, '');
}
