import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
  type AuthenticatorParameters,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from 'nid-webauthn-emulator';
import { ORIGIN, type Answer } from './api-world.js';

/** A browser with one authenticator, of an emulator. It is a passkey that is synced, verifies the person and counts. */
export interface Browser {
  /** What `navigator.credentials.create` gives for the answer to the start of an enrolment. */
  create(answer: Answer, origin?: string): ResponseJson;
  /** What `navigator.credentials.get` gives for the answer to a challenge. */
  get(answer: Answer, origin?: string): ResponseJson;
}

/** A `RegistrationResponseJSON` or an `AuthenticationResponseJSON`. */
export interface ResponseJson {
  readonly id: string;
  readonly response: object;
}

export function createBrowser(parameters: Partial<AuthenticatorParameters> = {}): Browser {
  const credentialsRepository = new PasskeysCredentialsMemoryRepository();
  const emulator = new WebAuthnEmulator(
    new AuthenticatorEmulator({ credentialsRepository, ...parameters }),
  );
  return {
    create({ body }, origin = ORIGIN) {
      const { data } = body as { data: { options: PublicKeyCredentialCreationOptionsJSON } };
      return emulator.createJSON(origin, data.options);
    },
    get({ body }, origin = ORIGIN) {
      const { options } = body as { options: PublicKeyCredentialRequestOptionsJSON };
      return emulator.getJSON(origin, options);
    },
  };
}
