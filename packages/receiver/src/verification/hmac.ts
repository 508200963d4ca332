import type { HmacSha256 } from '@stepward/core/events';
import { concatBytes, toBytes } from '../bytes.js';

/** The parts of a runtime's global object that can compute an HMAC. */
export interface Runtime {
  readonly process?: unknown;
  readonly crypto?: unknown;
}

/**
 * HMAC-SHA-256 by `node:crypto` if the runtime has it, because it is faster, otherwise by Web Crypto. Nothing is
 * imported, so bundles for edge runtimes do not reference Node.
 *
 * @throws TypeError where the runtime has neither.
 */
export function hmacOf(runtime: Runtime): HmacSha256 {
  const { process, crypto } = runtime as KnownRuntime;
  const node = process?.getBuiltinModule?.('node:crypto');
  if (node?.createHmac !== undefined) return nodeHmac(node);
  if (crypto?.subtle !== undefined) return webCryptoHmac(crypto.subtle);
  throw new TypeError('this runtime has neither node:crypto nor Web Crypto');
}

interface KnownRuntime {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => NodeCrypto | undefined;
  };
  readonly crypto?: { readonly subtle?: SubtleCrypto };
}

interface NodeCrypto {
  readonly createHmac: (algorithm: 'sha256', key: string | Uint8Array) => NodeHmac;
}

interface NodeHmac {
  update(message: string | Uint8Array): NodeHmac;
  digest(encoding: 'hex'): string;
}

interface SubtleCrypto {
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: typeof HMAC_SHA256,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<unknown>;
  sign(algorithm: 'HMAC', key: unknown, message: Uint8Array): Promise<ArrayBuffer>;
}

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' } as const;

function nodeHmac({ createHmac }: NodeCrypto): HmacSha256 {
  return (key, text, bytes) => createHmac('sha256', key).update(text).update(bytes).digest('hex');
}

/** Importing a key costs as much as signing, so each is imported once: bytes are known again by their array. */
function webCryptoHmac(subtle: SubtleCrypto): HmacSha256 {
  const imported = new Map<string | Uint8Array, Promise<unknown>>();
  const keyOf = (key: string | Uint8Array): Promise<unknown> => {
    const raw = toBytes(key);
    const known = imported.get(key) ?? subtle.importKey('raw', raw, HMAC_SHA256, false, ['sign']);
    imported.set(key, known);
    return known;
  };
  return async (key, text, bytes) => {
    const message = concatBytes([toBytes(text), bytes]);
    return toHex(new Uint8Array(await subtle.sign('HMAC', await keyOf(key), message)));
  };
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
