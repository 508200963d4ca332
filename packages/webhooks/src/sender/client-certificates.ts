import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';

/** A certificate that the sender presents, and its key. */
export interface ClientCertificate {
  /** The certificate as PEM, then those of its issuers, if receivers need them. */
  readonly cert: string;
  /** Its private key as PEM. */
  readonly key: string;
  /** What the key is encrypted under, if it is. */
  readonly passphrase?: string;
}

/** The certificates that subscribers may name. A port: the host keeps them where it keeps its secrets. */
export interface ClientCertificates {
  /**
   * Returns the certificate that a tenant may use under this name; null for none. The name is what the tenant entered: look it
   * up among the tenant's own. It is asked when connections are opened, at most once a minute for a tenant and origin that
   * works, so a renewed certificate is used a minute later at the latest. It may throw, which fails the attempt.
   */
  find(tenantId: string, name: string): Promise<ClientCertificate | null>;
}

/** Why a certificate cannot be presented. */
export type CertificateFault =
  | 'certificates_not_configured'
  | 'certificate_not_found'
  | 'certificate_lookup_failed'
  | 'certificate_unreadable'
  | 'certificate_key_mismatch'
  | 'certificate_not_yet_valid'
  | 'certificate_expired'
  | 'certificate_needs_https';

/** The client certificate of an attempt cannot be presented. */
export class CertificateFailure extends Error {
  constructor(readonly fault: CertificateFault) {
    super(fault);
  }
}

/** What a connection presents. */
export interface Identity {
  /** Of the certificate: the SHA-256 digest of its bytes. */
  readonly fingerprint: string;
  readonly secureContext: SecureContext;
}

/**
 * Returns what presents a certificate.
 *
 * @param options those of every connection
 * @throws CertificateFailure where the receiver could only refuse it: it is not valid now, or the key is that of another one.
 */
export function identityOf(
  { cert, key, passphrase }: ClientCertificate,
  now: Date,
  options: SecureContextOptions,
): Identity {
  const secret = passphrase === undefined ? {} : { passphrase };
  const certificate = readable(() => new X509Certificate(cert));
  const privateKey = readable(() => createPrivateKey({ key, ...secret }));
  if (!certificate.checkPrivateKey(privateKey))
    throw new CertificateFailure('certificate_key_mismatch');
  if (now < new Date(certificate.validFrom))
    throw new CertificateFailure('certificate_not_yet_valid');
  if (now > new Date(certificate.validTo)) throw new CertificateFailure('certificate_expired');
  const secureContext = readable(() => createSecureContext({ ...options, cert, key, ...secret }));
  return { fingerprint: certificate.fingerprint256, secureContext };
}

/** Errors of the parsers are dropped: they may quote what they read. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new CertificateFailure('certificate_unreadable');
  }
}
