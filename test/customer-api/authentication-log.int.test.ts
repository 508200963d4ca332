/** What happens to a person's factors and phone number, seen by an administrator: in the log, and as events (C3, C4). */
import { systemCaller } from '@stepward/core';
import { expect, it } from 'vitest';
import { onEveryHost } from '../account-api/harness/host.js';
import { frameworks } from '../harness/frameworks.js';
import { postgres } from '../harness/storages.js';
import { applicationFor } from '../internal-api/harness/application.js';

const OTHER_PHONE = '+447700900123';

onEveryHost(
  (host) => {
    it('an enrolment, a lock, a step-up, a removal and a change of phone are in the log and emit events', async () => {
      const tenantId = await host.tenant();
      const admin = await administrator(tenantId);
      const ada = await host.person({ tenantId });
      const other = await host.person();
      const session = applicationFor(host, ada);
      const aal2 = ada.with({ acr: 'aal2' });
      const statuses: number[] = [];
      const does = async (act: () => Promise<{ readonly status: number }>): Promise<void> => {
        host.clock.advance(61_000);
        statuses.push((await act()).status);
      };

      await does(() => ada.start());
      for (let count = 0; count < 6; count += 1) await does(() => ada.verify(ada.wrongCode()));
      await does(() => ada.start());
      await does(() => ada.verify(ada.code()));
      await does(() => session.challenge());
      await does(() => session.verify(ada.wrongCode()));
      await does(() => session.verify(ada.code()));
      await does(() => aal2.putPhone({ phone_number: OTHER_PHONE }));
      const code = ada.code(OTHER_PHONE);
      await does(() => aal2.putPhone({ phone_number: OTHER_PHONE, code }));
      await does(() => aal2.remove());
      await does(() => ada.removePhone());
      await other.enrol();

      expect(statuses).toEqual([
        201,
        ...Array<number>(6).fill(422),
        ...[201, 200, 200, 422, 200, 202, 200, 200, 200],
      ]);
      const log = await admin.list('logs?type=authentication&limit=100');
      const wrong = ['factor.refused', 'code_mismatch'];
      expect(log.map(({ type, reason }) => [type, reason]).reverse()).toEqual([
        ['factor.enrolment_started', undefined],
        ...Array<string[]>(5).fill(wrong),
        ['factor.locked', 'attempts_exhausted'],
        ['factor.enrolment_started', undefined],
        ['factor.enrolled', undefined],
        ['factor.challenged', undefined],
        wrong,
        ['factor.verified', undefined],
        ['phone.verified', undefined],
        ['factor.removed', undefined],
        ['phone.removed', undefined],
      ]);
      expect(new Set(log.map(({ identity_id: id }) => id))).toEqual(new Set([ada.identityId]));
      const sessions = log.map(({ session_id: id }) => id).filter((id) => id !== undefined);
      expect(sessions).toEqual(Array(3).fill(session.sessionId));
      const text = JSON.stringify(log);
      for (const secret of [code, ada.phone, OTHER_PHONE]) expect(text).not.toContain(secret);
      expect(await admin.list('logs?type=factor.locked')).toHaveLength(1);
      const locked = `logs?type=authentication&event_type=factor.locked&identity_id=${ada.identityId}`;
      expect(await admin.list(locked)).toHaveLength(1);

      const events = await admin.list('events?limit=100');
      expect(events.map(({ event_type: type }) => type).reverse()).toEqual([
        'api_key.created',
        'mfa.locked',
        'mfa.factor_enrolled',
        'user.updated',
        'mfa.phone_changed',
        'mfa.factor_removed',
        'user.updated',
        'mfa.phone_changed',
      ]);
      expect(await admin.list('events?type=mfa.locked')).toMatchObject([
        { data: { identity_id: ada.identityId, factor: 'sms', reason: 'attempts_exhausted' } },
      ]);
    });

    interface Item {
      readonly type?: string;
      readonly reason?: string;
      readonly identity_id?: string;
      readonly session_id?: string;
      readonly event_type?: string;
    }

    async function administrator(tenantId: string) {
      const scopes = ['logs:read', 'events:read'];
      const made = await host.stepward.apiKeys.create(systemCaller(tenantId), {
        name: 'reader',
        scopes,
      });
      const authorization = `Bearer ${made._unsafeUnwrap().secret.reveal()}`;
      return {
        async list(path: string): Promise<readonly Item[]> {
          const response = await fetch(`${host.origin}/v1/customer/${path}`, {
            headers: { authorization },
          });
          expect(response.status).toBe(200);
          return ((await response.json()) as { readonly data: readonly Item[] }).data;
        },
      };
    }
  },
  { storages: [postgres], frameworks: frameworks.slice(0, 1) },
);
