/** The dictionaries of WebAuthn as JSON (W3C Web Authentication Level 3, section 5.1). */
import { z } from 'zod';

const CHALLENGE = 'Y2hhbGxlbmdlLW9mLXRoaXJ0eS10d28tYnl0ZXMhISE';
const CREDENTIAL = 'Y3JlZGVudGlhbC0x';

function dictionary(title: string, example: object) {
  return z
    .record(z.string(), z.unknown())
    .readonly()
    .meta({ title, examples: [example] });
}

/** What `navigator.credentials.create` takes as `publicKey`. */
export const creationOptions = dictionary('PublicKeyCredentialCreationOptions', {
  challenge: CHALLENGE,
  rp: { id: 'example.com', name: 'Acme' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
});

/** What `navigator.credentials.get` takes as `publicKey`. */
export const requestOptions = dictionary('PublicKeyCredentialRequestOptions', {
  challenge: CHALLENGE,
  rpId: 'example.com',
  allowCredentials: [{ type: 'public-key', id: CREDENTIAL }],
});

/** The service checks the response after its earlier checks; a missing one is malformed. */
function response(title: string, example: object) {
  return z
    .unknown()
    .meta({ title, type: 'object', additionalProperties: true, examples: [example] })
    .optional();
}

const EXAMPLE = { id: CREDENTIAL, rawId: CREDENTIAL, type: 'public-key' };

/** What `navigator.credentials.create` answers, by `toJSON()`. */
export const registrationResponse = response('RegistrationResponse', {
  ...EXAMPLE,
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
  clientExtensionResults: {},
});

/** What `navigator.credentials.get` answers, by `toJSON()`. */
export const authenticationResponse = response('AuthenticationResponse', {
  ...EXAMPLE,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  clientExtensionResults: {},
});
