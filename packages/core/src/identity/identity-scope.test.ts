import { decisionScope } from '../adapter/decide-in-unit-of-work.js';
import { describe, expect, it } from 'vitest';
import { OTHER_PHONE } from '../../test/fixtures.js';
import { caller, createServiceHost, wrongCode, type ServiceHost } from '../../test/service-host.js';
import type { Storage } from '../ports/storage.js';
import type { UnitOfWorkScope } from '../ports/stores.js';
import { createMemoryStorage } from '@stepward/testing';
import { identityScope } from './identity-scope.js';

describe('the lock of an identity', () => {
  it.each<[string, (host: ServiceHost) => Promise<unknown>]>([
    ['starting an enrolment', (host) => host.enrolments.start(caller())],
    ['verifying an enrolment', (host) => host.enrolments.verify(caller(), '000000')],
    ['removing an enrolment', (host) => host.enrolments.remove(caller())],
    ['starting to verify a phone', (host) => host.phones.start(caller(), OTHER_PHONE)],
    ['verifying a phone', (host) => host.phones.verify(caller(), OTHER_PHONE, wrongCode('1'))],
    ['removing a phone', (host) => host.phones.remove(caller())],
    [
      'giving a send back',
      (host) => {
        host.sms.behave('refused');
        return host.enrolments.start(caller());
      },
    ],
  ])('is held while %s', async (_, operate) => {
    const { storage, scopes } = recordingStorage();
    const host = await createServiceHost({ storage });
    scopes.length = 0;

    await operate(host);

    const held = identityScope({ tenantId: 'acme', identityId: 'ada' });
    expect(scopes.length).toBeGreaterThan(0);
    for (const scope of scopes) expect(scope).toMatchObject(held);
  });

  it('is the same over purposes and another for another identity', () => {
    const ada = identityScope({ tenantId: 'acme', identityId: 'ada' });
    expect(ada).toEqual(identityScope({ tenantId: 'acme', identityId: 'ada' }));
    expect(ada.lock).not.toBe(identityScope({ tenantId: 'acme', identityId: 'bob' }).lock);
  });
});

function recordingStorage(): { readonly storage: Storage; readonly scopes: UnitOfWorkScope[] } {
  const inner = createMemoryStorage();
  const scopes: UnitOfWorkScope[] = [];
  const storage: Storage = {
    ...inner,
    run(scope, work) {
      scopes.push(scope);
      return inner.run(scope, work);
    },
    decide(scope, decision) {
      scopes.push(decisionScope(scope));
      return inner.decide(scope, decision);
    },
  };
  return { scopes, storage };
}
