import { hkdfSync } from 'node:crypto';
import {
  err,
  ok,
  type Clock,
  type Key,
  type KeyRing,
  type Random,
  type Result,
} from '@stepward/core';
import { EncryptJWT, errors, jwtDecrypt, type JWTPayload } from 'jose';

/** The link was not made by this host for this page, or was changed. */
export interface LinkInvalid {
  readonly code: 'link_invalid';
}

/** The link is older than its lifetime. */
export interface LinkExpired {
  readonly code: 'link_expired';
}

/** What a link contains, with its id and its end. */
export interface OpenedLink<Content> {
  /** The same for all addresses of one link. */
  readonly linkId: string;
  readonly expiresAt: Date;
  readonly content: Content;
}

/** 128 bits: the id also guards the forms of a page (OWASP ASVS 5.0, V11.5.1). */
const LINK_ID_BYTES = 16;

/** Turns the content of a link into one query parameter, and back. */
export interface LinkCodec<Content> {
  /** A new link. @param lifetimeMs how long it works, in milliseconds */
  create(content: Content, lifetimeMs: number): OpenedLink<Content>;
  write(link: OpenedLink<Content>): Promise<string>;
  read(state: string): Promise<Result<OpenedLink<Content>, LinkInvalid | LinkExpired>>;
}

export interface LinkCodecOptions {
  readonly keys: KeyRing;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'bytes'>;
}

/**
 * Encrypts and authenticates links as JWE (RFC 7516) with AES-256-GCM, so that the ids in them do not appear in
 * browser histories and proxy logs.
 *
 * @param purpose the page that a link is for; a link of another page is `link_invalid`
 */
export function createLinkCodec<Content>(
  purpose: string,
  { keys, clock, random }: LinkCodecOptions,
): LinkCodec<Content> {
  const secrets = new Map([...keys.byId.values()].map((key) => [key.id, encryptionKey(key)]));
  const secretOf = (keyId: string | undefined): Uint8Array => {
    const secret = secrets.get(keyId ?? '');
    if (secret === undefined) throw new errors.JWEInvalid('unknown key');
    return secret;
  };

  return {
    create: (content, lifetimeMs) => {
      const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
      const linkId = Buffer.from(random.bytes(LINK_ID_BYTES)).toString('base64url');
      return { linkId, expiresAt, content };
    },

    write: ({ linkId, expiresAt, content }) =>
      new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keys.active.id })
        .setAudience(purpose)
        .setJti(linkId)
        .setExpirationTime(expiresAt)
        .encrypt(secretOf(keys.active.id)),

    async read(state) {
      try {
        const { payload } = await jwtDecrypt<ContentClaims<Content>>(
          state,
          ({ kid }) => secretOf(kid),
          {
            audience: purpose,
            requiredClaims: ['jti', 'exp', 'content'],
            currentDate: clock.now(),
            contentEncryptionAlgorithms: ['A256GCM'],
            keyManagementAlgorithms: ['dir'],
          },
        );
        const { jti: linkId, exp, content } = payload;
        return ok({ linkId, expiresAt: new Date(exp * 1_000), content });
      } catch (thrown) {
        if (thrown instanceof errors.JWTExpired) return err({ code: 'link_expired' });
        if (thrown instanceof errors.JOSEError) return err({ code: 'link_invalid' });
        throw thrown;
      }
    },
  };
}

/** `requiredClaims` makes these present. */
interface ContentClaims<Content> extends JWTPayload {
  readonly jti: string;
  readonly exp: number;
  readonly content: Content;
}

/** The ring's secrets have other uses and any length, so the key is derived (RFC 5869). */
function encryptionKey({ secret }: Key): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'stepward/pages/link/v1', 32));
}
