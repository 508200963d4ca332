import type { WebAuthn } from '@stepward/core';
import { createWebAuthn } from '@stepward/webauthn';

/**
 * Passkeys on the demo's pages. Browsers make them for names alone, so a person opens the pages at `localhost`, and not at an
 * address such as 127.0.0.1. The port is known only once the host listens.
 *
 * @param baseUrl returns where the host listens; called once it does
 */
export function createDemoWebAuthn(baseUrl: () => string): WebAuthn {
  const relyingParty = (): WebAuthn => {
    const origin = new URL(baseUrl());
    origin.hostname = 'localhost';
    return createWebAuthn({ rpName: 'Demo', rpId: 'localhost', origins: [origin.origin] });
  };
  return {
    creationOptions: (question) => relyingParty().creationOptions(question),
    verifyCreation: (answer) => relyingParty().verifyCreation(answer),
    requestOptions: (question) => relyingParty().requestOptions(question),
    verifyRequest: (answer) => relyingParty().verifyRequest(answer),
  };
}
