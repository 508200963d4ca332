import type { Key, KeyRing } from './key-ring.js';

/**
 * The same ring, which logs the id of each key that something stored was made with and that the ring does not have, once
 * for each id. Nothing made with such a key can be verified or decrypted, and the person is told that the code is wrong.
 * For ids that come from storage: those of callers could fill the log.
 *
 * @param option the option that the host passed the ring in
 */
export function reportMissingKeys(
  keys: KeyRing,
  option: string,
  logger: { error(fields: object, message: string): void },
): KeyRing {
  const told = new Set<string>();
  const known = [...keys.byId.keys()];

  class ReportingKeys extends Map<string, Key> {
    override get(id: string): Key | undefined {
      const key = keys.byId.get(id);
      if (key === undefined && !told.has(id)) {
        told.add(id);
        logger.error(
          { option, keyId: id, known },
          'a stored code or secret was made with a key that is not in the key ring: add the key to `previous`',
        );
      }
      return key;
    }
  }

  return { active: keys.active, byId: new ReportingKeys(keys.byId) };
}
