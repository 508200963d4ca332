import type { IdentityDirectoryFactory } from './ports/identity-directory.js';
import type { IdentityStore, Storage } from './ports/storage.js';

/** The same storage, with the host's own directory in place of the one that storage keeps. */
export function withDirectory(storage: Storage, directory: IdentityDirectoryFactory): Storage {
  return {
    ...storage,
    run: ({ tenantId, ...scope }, work) =>
      storage.run({ tenantId, ...scope }, (stores) => {
        const hosts = directory({ tenantId, transaction: stores.transaction });
        const identities: IdentityStore = {
          find: (identityId) => hosts.find(identityId),
          setVerifiedPhone: (identityId, phone) => hosts.setVerifiedPhone(identityId, phone),
          put: () => Promise.reject(new TypeError("identities are kept by the host's directory")),
        };
        return work({ ...stores, identities });
      }),
  };
}
