/** Passkeys and security keys as a second factor. */
export { createWebAuthn } from './create-webauthn.js';
export type { RelyingParty } from './relying-party.js';
