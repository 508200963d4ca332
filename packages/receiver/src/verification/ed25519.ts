import type { Runtime } from './hmac.js';

/**
 * Verifies an Ed25519 signature (RFC 8032): by Node, or by Web Crypto. The public key has 32 bytes, the signature 64. False where
 * the signature is not valid.
 */
export type VerifyEd25519 = (
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => boolean | Promise<boolean>;

/**
 * Ed25519 by `node:crypto` if the runtime has it, because it is faster, otherwise by Web Crypto. Nothing is imported, so bundles
 * for edge runtimes do not reference Node. A key is imported once, and forgotten with its array.
 *
 * @throws TypeError where the runtime has neither.
 */
export function ed25519Of(runtime: Runtime): VerifyEd25519 {
  const { process, crypto } = runtime as KnownRuntime;
  const node = process?.getBuiltinModule?.('node:crypto');
  if (node?.createPublicKey !== undefined) return nodeEd25519(node);
  if (crypto?.subtle !== undefined) return webCryptoEd25519(crypto.subtle);
  throw new TypeError('this runtime has neither node:crypto nor Web Crypto');
}

interface KnownRuntime {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => NodeCrypto | undefined;
  };
  readonly crypto?: { readonly subtle?: SubtleCrypto };
}

interface NodeCrypto {
  createPublicKey(input: { readonly key: object; readonly format: 'jwk' }): object;
  verify(algorithm: null, message: Uint8Array, key: object, signature: Uint8Array): boolean;
}

interface SubtleCrypto {
  importKey(
    format: 'jwk',
    key: object,
    algorithm: 'Ed25519',
    extractable: boolean,
    usages: readonly string[],
  ): Promise<unknown>;
  verify(
    algorithm: 'Ed25519',
    key: unknown,
    signature: Uint8Array,
    message: Uint8Array,
  ): Promise<boolean>;
}

function nodeEd25519(node: NodeCrypto): VerifyEd25519 {
  const keyOf = remembered((key) => node.createPublicKey({ key: jwkOf(key), format: 'jwk' }));
  return (publicKey, signature, message) => node.verify(null, message, keyOf(publicKey), signature);
}

function webCryptoEd25519(subtle: SubtleCrypto): VerifyEd25519 {
  const keyOf = remembered((key) =>
    subtle.importKey('jwk', jwkOf(key), 'Ed25519', false, ['verify']),
  );
  return async (publicKey, signature, message) =>
    subtle.verify('Ed25519', await keyOf(publicKey), signature, message);
}

function remembered<Key extends object>(
  importKey: (key: Uint8Array) => Key,
): (key: Uint8Array) => Key {
  const imported = new WeakMap<Uint8Array, Key>();
  return (bytes) => {
    const key = imported.get(bytes) ?? importKey(bytes);
    imported.set(bytes, key);
    return key;
  };
}

/** RFC 8037 section 2. */
function jwkOf(publicKey: Uint8Array): object {
  const base64 = btoa(String.fromCharCode(...publicKey));
  const x = base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return { kty: 'OKP', crv: 'Ed25519', x };
}
