import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { WebAuthn } from '@stepward/core';
import { readAuthentication, readRegistration } from './read-response.js';
import { checkRelyingParty, type RelyingParty } from './relying-party.js';

/** COSE algorithms: EdDSA, ES256 and RS256. Each authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/**
 * The relying party for `createStepward`, over `@simplewebauthn/server`. No attestation is asked for, and user verification
 * is `preferred`.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown.
 * @example
 * const webauthn = createWebAuthn({
 *   rpName: 'Acme',
 *   rpId: 'example.com',
 *   origins: ['https://login.example.com'],
 * });
 */
export function createWebAuthn(options: RelyingParty): WebAuthn {
  checkRelyingParty(options);
  return {
    creationOptions: (question) => creationOptions(options, question),
    verifyCreation: (answer) => verifyCreation(options, answer),
    requestOptions: (question) => requestOptions(options, question),
    verifyRequest: (answer) => verifyRequest(options, answer),
  };
}

type Verb<Name extends keyof WebAuthn> = (
  party: RelyingParty,
  asked: Parameters<WebAuthn[Name]>[0],
) => ReturnType<WebAuthn[Name]>;

const creationOptions: Verb<'creationOptions'> = async (
  { rpName, rpId, label },
  { challenge, timeoutMs, identity, userHandle, existing },
) => {
  const userName = label?.(identity) ?? identity.identityId;
  const created = await generateRegistrationOptions({
    rpName,
    rpID: rpId,
    userID: bytesOf(userHandle),
    userName,
    userDisplayName: userName,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...created };
};

const verifyCreation: Verb<'verifyCreation'> = async (party, { response: input, isAsked }) => {
  const response = readRegistration(input);
  if (response === null) return { type: 'malformed' };
  const verified = await orNull(response.response, async () =>
    isAttested(response.response)
      ? null
      : verifyRegistrationResponse({
          ...expectedOf(party, isAsked),
          response,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
  );
  const info = verified?.registrationInfo;
  if (info === undefined || info.credential.id !== response.id) return { type: 'wrong' };
  const { id, publicKey, counter } = info.credential;
  const { transports = [] } = response.response;
  const credential = { id, transports, publicKey: Buffer.from(publicKey).toString('base64url') };
  return { type: 'verified', credential, data: dataOf(info, counter) };
};

const requestOptions: Verb<'requestOptions'> = async (
  { rpId },
  { challenge, timeoutMs, existing },
) => {
  const created = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    userVerification: 'preferred',
    allowCredentials: existing.map(describe),
  });
  return { ...created };
};

const verifyRequest: Verb<'verifyRequest'> = async (
  party,
  { response: input, isAsked, credentials },
) => {
  const response = readAuthentication(input);
  if (response === null) return { type: 'malformed' };
  const { id: credentialId } = response;
  const wrong = { type: 'wrong', credentialId } as const;
  const known = credentials.find(({ id }) => id === credentialId);
  const { userHandle: named = known?.userHandle } = response.response;
  if (known === undefined || named !== known.userHandle) return wrong;
  const verified = await orNull(response.response, () =>
    verifyAuthenticationResponse({
      ...expectedOf(party, isAsked),
      response,
      // Core compares the counter, with the one that is stored at the time of the decision.
      credential: { id: credentialId, publicKey: bytesOf(known.publicKey), counter: 0 },
    }),
  );
  if (verified === null || !verified.verified) return wrong;
  const { authenticationInfo: info } = verified;
  return { type: 'verified', credentialId, data: dataOf(info, info.newCounter) };
};

/**
 * Whether certificates say which model an authenticator is. None were asked for, and a browser sends none then, except a
 * signature of the credential itself (section 5.1.3). To verify them, the library would fetch addresses that are in them.
 */
function isAttested({ attestationObject }: { readonly attestationObject: string }): boolean {
  const attestation = decodeAttestationObject(bytesOf(attestationObject));
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format !== 'none' && !isSelfSigned;
}

/** User presence is always required. */
function expectedOf({ origins, rpId }: RelyingParty, isAsked: (challenge: string) => boolean) {
  return {
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    expectedChallenge: isAsked,
    requireUserVerification: false,
  };
}

interface Said {
  readonly userVerified: boolean;
  readonly credentialDeviceType: 'singleDevice' | 'multiDevice';
}

function dataOf({ userVerified, credentialDeviceType }: Said, signCount: number) {
  return { signCount, userVerified, deviceBound: credentialDeviceType === 'singleDevice' };
}

/**
 * The library throws for each response that is not right, whatever is wrong with it. Null as well for a response from
 * inside a frame of another origin, which may hide the page that asks (section 5.10).
 */
async function orNull<T>(
  { clientDataJSON }: { readonly clientDataJSON: string },
  verify: () => Promise<T>,
): Promise<T | null> {
  try {
    return decodeClientDataJSON(clientDataJSON).crossOrigin === true ? null : await verify();
  } catch {
    return null;
  }
}

function describe({
  id,
  transports,
}: {
  readonly id: string;
  readonly transports: readonly string[];
}) {
  return { id, transports: [...transports] };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, 'base64url'));
}
