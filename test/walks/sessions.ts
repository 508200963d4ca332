import type { HostSession, Sessions, SessionScope } from '@stepward/core';

type Person = Pick<SessionScope, 'tenantId' | 'identityId'>;

/** Sessions as a host keeps them, in memory. */
export interface KeptSessions extends Sessions {
  /** Signs a person in. */
  begin(scope: Person, sessionId: string): void;
  /** Every live session of a tenant. */
  ofTenant(tenantId: string): readonly unknown[];
}

type Kept = Person & HostSession;

export function keepSessions(): KeptSessions {
  let live: readonly Kept[] = [];
  const isOf = (kept: Kept, { tenantId, identityId }: Person): boolean =>
    kept.tenantId === tenantId && kept.identityId === identityId;
  const endThose = (isEnded: (kept: Kept) => boolean): boolean => {
    const before = live.length;
    live = live.filter((kept) => !isEnded(kept));
    return live.length < before;
  };
  return {
    begin({ tenantId, identityId }, id) {
      const session = { id, createdAt: new Date(0), lastUsedAt: null };
      live = [...live, { tenantId, identityId, ...session, clientAddress: null, userAgent: null }];
    },
    ofTenant: (tenantId) => live.filter((kept) => kept.tenantId === tenantId),
    list: async (scope) => live.filter((kept) => isOf(kept, scope)),
    end: async (scope, id) => endThose((kept) => isOf(kept, scope) && kept.id === id),
    async endOthers(scope, id) {
      endThose((kept) => isOf(kept, scope) && kept.id !== id);
    },
  };
}
