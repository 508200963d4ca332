import { expect, expectTypeOf, it } from 'vitest';
import type { EventData, LegacyName } from './catalogue.js';
import type { EventService } from './event-service.js';
import type { NewEvent, NewEventNamed } from './new-event.js';

const AT = '2026-01-01T00:00:00.000Z';
const MEMBER = { org_id: 'o', identity_id: 'u', added_at: AT };
const FLAG = { id: 'f', key: 'k', updated_at: AT };

it('an event compiles only where the specification allows it', () => {
  const tenantId = 'acme';
  const right: readonly NewEvent[] = [
    { type: 'user.deleted', tenantId, data: { id: 'usr_1', deleted_at: AT } },
    { type: 'org.deleted', tenantId, data: { id: 'org_1', deleted_at: AT } },
    { type: 'user.created', tenantId, data: { id: 'usr_1', email: 'a@b.c', created_at: AT } },
    {
      type: 'user.created',
      tenantId,
      data: {
        identity_id: 'usr_1',
        email: 'a@b.c',
        name: { first: 'Ada', last: 'L' },
        created_at: AT,
      },
    },
    {
      type: 'session.revoked',
      tenantId,
      data: { id: 's', identity_id: 'u', revoked_at: AT, reason: 'policy' },
      organisationId: 'org_1',
      idempotencyKey: 'order-1',
    },
  ];

  const wrong: readonly NewEvent[] = [
    // @ts-expect-error the catalogue has no such event
    { type: 'user.exploded', tenantId, data: { id: 'usr_1' } },
    // @ts-expect-error deleted_at is missing
    { type: 'user.deleted', tenantId, data: { id: 'usr_1' } },
    // @ts-expect-error the id is a text
    { type: 'user.deleted', tenantId, data: { id: 7, deleted_at: AT } },
    // @ts-expect-error deleted_at is misspelt
    { type: 'user.deleted', tenantId, data: { id: 'usr_1', deletedAt: AT } },
    // @ts-expect-error identity_id stands for the id of user.created alone
    { type: 'user.deleted', tenantId, data: { identity_id: 'usr_1', deleted_at: AT } },
    // @ts-expect-error the data are those of another event
    { type: 'org.created', tenantId, data: { id: 'org_1', deleted_at: AT } },
    // @ts-expect-error there is no such role
    { type: 'org.member.added', tenantId, data: { ...MEMBER, role: 'boss' } },
    // @ts-expect-error there is no such reason
    { type: 'api_key.revoked', tenantId, data: { id: 'k', revoked_at: AT, reason: 'whim' } },
    // @ts-expect-error enabled is a boolean
    { type: 'feature_flag.updated', tenantId, data: { ...FLAG, enabled: 'yes' } },
    // @ts-expect-error whose event it is has to be said
    { type: 'user.deleted', data: { id: 'usr_1', deleted_at: AT } },
  ];

  expect([right.length, wrong.length]).toEqual([5, 10]);
});

it('emitting asks for the data of the named event alone, so the compiler names what that event lacks', () => {
  type Emit = EventService['emit'];
  expectTypeOf<NewEventNamed<'user.deleted'>['data']>().toEqualTypeOf<EventData<'user.deleted'>>();
  expectTypeOf<NewEventNamed<'org.deleted'>['data']>().toEqualTypeOf<
    EventData<'organisation.deleted'>
  >();
  const emits = (emit: Emit, event: NewEvent): readonly unknown[] => [
    emit(event),
    emit({ type: 'user.deleted', tenantId: 'acme', data: { id: 'usr_1', deleted_at: AT } }),
    // @ts-expect-error deleted_at is missing
    emit({ type: 'user.deleted', tenantId: 'acme', data: { id: 'usr_1' } }),
    // @ts-expect-error the catalogue has no such event
    emit({ type: 'user.exploded', tenantId: 'acme', data: { id: 'usr_1', deleted_at: AT } }),
    // @ts-expect-error the data are those of another event
    emit({ type: 'org.created', tenantId: 'acme', data: { id: 'org_1', deleted_at: AT } }),
    // @ts-expect-error deletedAt is misspelt
    emit({ type: 'user.deleted', tenantId: 'acme', data: { id: 'usr_1', deletedAt: AT } }),
  ];
  expect(emits).toBeTypeOf('function');
});

it('the data of an event have the fields of the specification', () => {
  expectTypeOf<EventData<'session.created'>>().toEqualTypeOf<
    {
      readonly id: string;
      readonly identity_id: string;
      readonly authenticated_at: string;
      readonly expires_at: string;
      readonly aal: 'aal1' | 'aal2';
    } & { readonly org_id?: string | undefined }
  >();
  expectTypeOf<LegacyName<'organisation.member_added'>>().toEqualTypeOf<'org.member.added'>();
  expectTypeOf<LegacyName<'user.created'>>().toEqualTypeOf<never>();
});
