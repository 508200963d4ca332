import { totpCode, totpStep } from '@stepward/core/factors';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * What an authenticator app shows at a time.
 *
 * @param secret in base32, as `totp.start` gives it
 *
 * @example
 * const { secret } = (await stepward.totp.start(caller))._unsafeUnwrap();
 * await stepward.totp.verify(caller, appCode(secret, clock.now()));
 */
export function appCode(secret: string, at: Date): string {
  const bits = Array.from(secret, (char) => BASE32.indexOf(char).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return totpCode(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)),
    totpStep(at),
  );
}
