import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Stepward, StepwardOptions } from '../stepward.js';
import { catalogue, type EventData, type LegacyName } from './catalogue/catalogue.js';
import { defineEvent } from './catalogue/define-event.js';
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

const events = {
  ...catalogue,
  'invoice.paid': defineEvent({
    description: 'an invoice is paid in full',
    data: z.object({ id: z.string(), cents: z.int(), method: z.enum(['card', 'cash']).optional() }),
    example: { id: 'inv_1', cents: 4900, method: 'card' },
  }),
};
type Own = typeof events;

it("a host's own event is typed by its definition, beside the catalogue", () => {
  const emits = ({ emit }: EventService<Own>): readonly unknown[] => [
    emit({ type: 'invoice.paid', tenantId: 'acme', data: { id: 'inv_1', cents: 4900 } }),
    emit({ type: 'user.deleted', tenantId: 'acme', data: { id: 'usr_1', deleted_at: AT } }),
    emit({ type: 'org.deleted', tenantId: 'acme', data: { id: 'org_1', deleted_at: AT } }),
    // @ts-expect-error cents is missing
    emit({ type: 'invoice.paid', tenantId: 'acme', data: { id: 'inv_1' } }),
    // @ts-expect-error cents is a number
    emit({ type: 'invoice.paid', tenantId: 'acme', data: { id: 'inv_1', cents: '4900' } }),
    // @ts-expect-error there is no such method
    emit({ type: 'invoice.paid', tenantId: 'acme', data: { id: 'i', cents: 1, method: 'barter' } }),
    // @ts-expect-error id is misspelt
    emit({ type: 'invoice.paid', tenantId: 'acme', data: { ID: 'inv_1', cents: 1 } }),
    // @ts-expect-error neither has such an event
    emit({ type: 'invoice.payed', tenantId: 'acme', data: { id: 'inv_1', cents: 1 } }),
  ];
  expect(emits).toBeTypeOf('function');
  expectTypeOf<NewEventNamed<'invoice.paid', Own>['data']>().toEqualTypeOf<{
    id: string;
    cents: number;
    method?: 'card' | 'cash' | undefined;
  }>();
});

it('a Stepward with own events can be handed to whatever takes one without', () => {
  expectTypeOf<Stepward<Own>>().toExtend<Stepward>();
  expectTypeOf<StepwardOptions<Own>['events']>().toEqualTypeOf<Own | undefined>();
});

it('an example has the type of the data', () => {
  const data = z.object({ cents: z.int() });
  // @ts-expect-error cents is a number
  const paid = defineEvent({ description: 'paid', data, example: { cents: '1' } });
  expect(paid.data).toBe(data);
});
