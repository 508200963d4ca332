/** OpenID Connect Core section 2 gives `sub` 255 characters. Control characters are not allowed. */
const ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Whether a value may be an id: of an identity, a session, an organisation, a key. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}
