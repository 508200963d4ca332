import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isObject } from '@stepward/core/adapter';

/** 1,023 bytes in base64url, as W3C Web Authentication Level 3 (section 4, "Credential ID") allows. */
const MAX_ID_LENGTH = 1_364;

/** Of each part of a response, in characters: an RSA key with its extensions has less than 2,000. */
const MAX_PART_LENGTH = 16_384;

const BASE64URL = /^[A-Za-z0-9_-]+$/;

/** The words of a transport; browsers may learn others. */
const TRANSPORT = /^[a-z-]{1,32}$/;

const MOST_TRANSPORTS = 10;

/** The parts of a response that are used; null where unchecked input is none. */
export function readRegistration(input: unknown): RegistrationResponseJSON | null {
  const read = readCredential(input);
  if (read === null) return null;
  const { id, response } = read;
  const { clientDataJSON, attestationObject, transports } = response;
  if (!isBase64url(clientDataJSON) || !isBase64url(attestationObject)) return null;
  return {
    ...withId(id),
    response: { clientDataJSON, attestationObject, transports: readTransports(transports) },
  };
}

/** The same for the response of a credential. */
export function readAuthentication(input: unknown): AuthenticationResponseJSON | null {
  const read = readCredential(input);
  if (read === null) return null;
  const { id, response } = read;
  const { clientDataJSON, authenticatorData, signature } = response;
  // Some browsers give an empty one for a key that has none.
  const userHandle = response['userHandle'] || null;
  const isWhole = [clientDataJSON, authenticatorData, signature].every(isBase64url);
  if (!isWhole || (userHandle !== null && !isBase64url(userHandle))) return null;
  const parts = { clientDataJSON, authenticatorData, signature } as Record<
    'clientDataJSON' | 'authenticatorData' | 'signature',
    string
  >;
  return { ...withId(id), response: { ...parts, ...(userHandle !== null && { userHandle }) } };
}

function withId(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

type Fields = Readonly<Record<string, unknown>>;

function readCredential(input: unknown): { readonly id: string; readonly response: Fields } | null {
  if (!isObject(input)) return null;
  const { id, rawId, type, response } = input;
  const isCredential = isBase64url(id) && id.length <= MAX_ID_LENGTH && type === 'public-key';
  return isCredential && rawId === id && isObject(response) ? { id, response } : null;
}

/** Transports are hints: those that are no words are left out. */
function readTransports(input: unknown): string[] {
  const words: readonly unknown[] = Array.isArray(input) ? input : [];
  return words.filter(isTransport).slice(0, MOST_TRANSPORTS);
}

function isTransport(value: unknown): value is string {
  return typeof value === 'string' && TRANSPORT.test(value);
}

function isBase64url(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_PART_LENGTH && BASE64URL.test(value);
}
