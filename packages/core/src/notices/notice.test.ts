import { createTestStepward } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { builtInEvents } from '../events/catalogue/event-registry.js';
import { NOTICE_EVENTS, noticeOf, type Notice } from './notice.js';

const AT = new Date('2026-01-01T00:00:00.000Z');
const PERSON = { type: 'identity', id: 'usr_7f3a' };
const ADMINISTRATOR = { type: 'identity', id: 'usr_0001' };

function noticeWith(type: string, data: unknown): Omit<Notice, 'locale'> | null {
  const head = { id: 'e-1', tenantId: 'acme', organisationId: null, version: null, emittedAt: AT };
  return noticeOf({ ...head, type, data });
}

/** The notice of the example that the catalogue has for an event. */
function noticeOfExample(type: string): Omit<Notice, 'locale'> | null {
  return noticeWith(type, builtInEvents.find(type)?.definition.example);
}

describe('a notice', () => {
  it.each([
    ['mfa.factor_enrolled', 'factor_enrolled', 'sms', PERSON],
    ['mfa.factor_removed', 'factor_removed', 'sms', PERSON],
    ['mfa.authenticator_removed', 'authenticator_removed', 'totp', PERSON],
    ['mfa.factor_suspended', 'factor_suspended', 'totp', null],
    ['mfa.locked', 'factor_locked', 'sms', null],
    ['mfa.recovery_codes_generated', 'recovery_codes_made', null, PERSON],
    ['mfa.recovery_code_used', 'recovery_code_used', null, PERSON],
    ['mfa.phone_changed', 'phone_changed', null, PERSON],
    ['mfa.temporary_pass_created', 'temporary_pass_made', null, ADMINISTRATOR],
    ['mfa.temporary_pass_used', 'temporary_pass_used', null, PERSON],
  ])('of %s is %s', (event, type, factor, actor) => {
    expect(noticeOfExample(event)).toEqual({
      ...{ noticeId: 'e-1', type, tenantId: 'acme', identityId: 'usr_7f3a', factor },
      ...{ at: AT, actor, enrolment: null },
    });
    expect(NOTICE_EVENTS).toContain(event);
  });

  it('of a removal by an administrator says that the factor was reset, and by whom', () => {
    const removed = { identity_id: 'usr_7f3a', factor: 'sms', removed_at: AT.toISOString() };
    const data = { ...removed, actor: ADMINISTRATOR, reason: 'lost her phone' };
    expect(noticeWith('mfa.factor_removed', data)).toMatchObject({
      ...{ type: 'factor_reset', factor: 'sms', actor: ADMINISTRATOR },
    });
  });

  it('of an enrolment that is due has the deadline, and no actor', () => {
    const notice = noticeOfExample('mfa.enrolment_due');
    expect(notice).toMatchObject({ type: 'enrolment_due', factor: null, actor: null });
    const deadline = new Date('2026-01-08T00:00:00.000Z');
    expect(notice?.enrolment).toEqual({
      ...{ organisationId: 'org_main', stage: 'seven_days', deadline },
    });
    const data = { identity_id: 'usr_7f3a', stage: 'due', deadline: deadline.toISOString() };
    expect(noticeWith('mfa.enrolment_due', data)?.enrolment).toEqual({
      ...{ organisationId: null, stage: 'due', deadline },
    });
  });

  it('is made of no other event', () => {
    const others = builtInEvents.types.filter((type) => !NOTICE_EVENTS.includes(type));
    expect(others).toContain('mfa.authenticator_renamed');
    expect(others.map(noticeOfExample).every((notice) => notice === null)).toBe(true);
    expect(NOTICE_EVENTS.filter((type) => builtInEvents.find(type) === null)).toEqual([]);
  });
});

describe('the handler of notices', () => {
  it('sends each with the locale that the person has by then, and fails where the host does', async () => {
    const sent: Notice[] = [];
    const state = { fails: false };
    const { stepward, addIdentity } = await createTestStepward({
      notices: {
        async send(notice) {
          if (state.fails) throw new Error('the mail server is away');
          sent.push(notice);
        },
      },
    });
    await addIdentity('usr_7f3a', { locale: 'de-CH' });
    const [handler] = stepward.outbox.handlers;
    const type = 'mfa.recovery_codes_generated';
    const data = builtInEvents.find(type)?.definition.example;
    const event = {
      id: 'e-1',
      type,
      tenantId: 'acme',
      organisationId: null,
      version: null,
      data,
      emittedAt: AT,
    };
    const { signal } = new AbortController();
    await handler?.handle({ ...event, attempt: 1 }, signal);
    const unknown = { identity_id: 'usr_gone', generated_at: AT.toISOString() };
    await handler?.handle({ ...event, data: unknown, attempt: 1 }, signal);
    expect(sent.map(({ identityId, locale }) => [identityId, locale])).toEqual([
      ['usr_7f3a', 'de-CH'],
      ['usr_gone', null],
    ]);
    state.fails = true;
    await expect(handler?.handle({ ...event, attempt: 2 }, signal)).rejects.toThrow('away');
  });
});
