import type { WebAuthn } from '@stepward/core';

/** A response of a browser as {@link plainWebAuthn} reads it. */
export interface PlainResponse {
  /** The credential. */
  readonly id: string;
  /** The challenge that it answers. */
  readonly challenge: string;
}

const data = { signCount: 0, userVerified: true, deviceBound: true };

/**
 * A relying party without cryptography: a response is right if it names the challenge that was asked. The real one is used in
 * `test/pages`.
 */
export const plainWebAuthn: WebAuthn = {
  creationOptions: async ({ challenge }) => ({ challenge }),
  requestOptions: async ({ challenge }) => ({ challenge }),
  async verifyCreation({ response, isAsked }) {
    const read = readResponse(response);
    if (read === null) return { type: 'malformed' };
    if (!isAsked(read.challenge)) return { type: 'wrong' };
    const credential = { id: read.id, transports: [], publicKey: 'key' };
    return { type: 'verified', credential, data };
  },
  async verifyRequest({ response, isAsked, credentials }) {
    const read = readResponse(response);
    if (read === null) return { type: 'malformed' };
    const { id: credentialId, challenge } = read;
    const isRight = isAsked(challenge) && credentials.some(({ id }) => id === credentialId);
    return isRight ? { type: 'verified', credentialId, data } : { type: 'wrong', credentialId };
  },
};

function readResponse(response: unknown): PlainResponse | null {
  return typeof response === 'object' && response !== null ? (response as PlainResponse) : null;
}

/** What a browser gives for the options on a page, with the credential of that id. */
export function responseTo(html: string, id: string): string {
  const [, options = '{}'] = /data-options="([^"]*)"/.exec(html) ?? [];
  const { challenge } = JSON.parse(options.replaceAll('&quot;', '"')) as { challenge: string };
  return JSON.stringify({ id, challenge });
}
