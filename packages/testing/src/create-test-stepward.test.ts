import { describe, expect, it } from 'vitest';
import type { Identity, IdentityDirectory, PhoneNumber } from '@stepward/core';
import { createTestStepward } from './create-test-stepward.js';

const DELETED = {
  type: 'user.deleted',
  tenantId: 'acme',
  data: { id: 'ada', deleted_at: '2026-01-01T00:00:00.000Z' },
} as const;

const PHONE = '+447700900123' as PhoneNumber;
const OTHER_PHONE = '+447700900456' as PhoneNumber;

function person(identityId: string): Identity {
  return {
    identityId,
    state: 'active',
    phone: { number: PHONE, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}

describe('createTestStepward', () => {
  it('wires everything that a person needs to enrol and to step up', async () => {
    const { stepward, sms, clock, logs, addIdentity, enrol } = await createTestStepward();
    const ada = await addIdentity('ada');
    await enrol(ada);
    expect((await stepward.enrolments.status(ada))._unsafeUnwrap().methods).toEqual(['sms']);

    clock.advance(60_000);
    const session = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    expect((await stepward.stepUp.challenge(session)).isOk()).toBe(true);
    const steppedUp = await stepward.stepUp.verify(session, sms.lastCode('+14155552671'));
    expect(steppedUp._unsafeUnwrap()).toMatchObject({ assurance: 'aal2' });
    expect(logs).toEqual([]);
  });

  it('stores events with a transaction, and loses them with its roll-back', async () => {
    const { stepward, transaction, emitted } = await createTestStepward();
    const failing = transaction(async (tx) => {
      (await stepward.events.emit(DELETED, { tx }))._unsafeUnwrap();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await emitted()).toEqual([]);

    (await transaction((tx) => stepward.events.emit(DELETED, { tx })))._unsafeUnwrap();
    expect(await emitted()).toMatchObject([{ type: 'user.deleted', data: DELETED.data }]);
  });

  it('gives all events, oldest first, and those of one moment as they were emitted', async () => {
    const { stepward, clock, emitted } = await createTestStepward();
    for (let number = 0; number < 101; number += 1) {
      if (number % 10 === 0) clock.advance(1);
      const data = { ...DELETED.data, id: String(number) };
      (await stepward.events.emit({ ...DELETED, data }))._unsafeUnwrap();
    }
    const events = await emitted();
    expect(events.map(({ data }) => Number((data as { id: string }).id))).toEqual(
      Array.from({ length: 101 }, (_, number) => number),
    );
    expect(await emitted('globex')).toEqual([]);
  });

  it('takes an object for a directory', async () => {
    const directory: IdentityDirectory = {
      find: (identityId) => Promise.resolve(person(identityId)),
      setVerifiedPhone: () => Promise.resolve(),
    };
    const { stepward, sms, enrol, addIdentity } = await createTestStepward({ directory });
    const ada = { tenantId: 'acme', identityId: 'ada', assurance: null };
    await enrol(ada);
    expect(sms.sent.map(({ to }) => to)).toEqual([PHONE]);
    expect((await stepward.enrolments.status(ada))._unsafeUnwrap().methods).toEqual(['sms']);
    await expect(addIdentity('ada')).rejects.toThrow("kept by the host's directory");
  });

  it('lets a directory emit in the transaction of the unit of work, which may roll back', async () => {
    let isDown = true;
    const { stepward, sms, emitted } = await createTestStepward({
      directory: ({ tenantId, transaction }) => ({
        find: (identityId) => Promise.resolve(person(identityId)),
        async setVerifiedPhone() {
          (
            await stepward.events.emit({ ...DELETED, tenantId }, { tx: transaction })
          )._unsafeUnwrap();
          if (isDown) throw new Error('the directory is down');
        },
      }),
    });
    const ada = { tenantId: 'acme', identityId: 'ada', assurance: null };
    (await stepward.phones.start(ada, OTHER_PHONE))._unsafeUnwrap();
    const verify = () => stepward.phones.verify(ada, OTHER_PHONE, sms.lastCode(OTHER_PHONE));

    await expect(verify()).rejects.toThrow('the directory is down');
    expect(await emitted()).toEqual([]);
    isDown = false;
    expect((await verify()).isOk()).toBe(true);
    const types = (await emitted()).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['mfa.phone_changed', 'user.deleted']);
  });

  it("takes the test's own options, and refuses invalid ones", async () => {
    const { stepward, sms, addIdentity, tenantId } = await createTestStepward({
      tenantId: 'globex',
      tenant: { mfa: { enforcement: 'required' }, sms: { appName: 'Globex' } },
      limits: { attempts: 1 },
    });
    expect(tenantId).toBe('globex');
    const { mfa } = await stepward.tenants.find('globex');
    expect(mfa.enforcement).toBe('required');
    const ada = await addIdentity('ada', { assurance: 'aal1', locale: 'de' });
    expect(ada).toEqual({ tenantId: 'globex', identityId: 'ada', assurance: 'aal1' });
    (await stepward.enrolments.start(ada))._unsafeUnwrap();
    expect(sms.sent[0]?.body).toContain('Globex');

    const invalid = createTestStepward({ tenant: { password: { minLength: 1 } } });
    await expect(invalid).rejects.toThrow('createTestStepward: tenant: ');
    await expect(createTestStepward({ clok: null } as never)).rejects.toThrow('clok');
  });

  it('says why an identity cannot be enrolled', async () => {
    const { enrol, addIdentity, sms } = await createTestStepward();
    const ada = await addIdentity('ada', { phone: null });
    await expect(enrol(ada)).rejects.toThrow('cannot enrol: ');
    sms.behave('refused');
    await expect(enrol(await addIdentity('bob'))).rejects.toThrow('cannot enrol: ');
  });

  it('keeps what was logged', async () => {
    const { stepward, sms, logs, addIdentity } = await createTestStepward();
    sms.behave('refused');
    const refused = await stepward.enrolments.start(await addIdentity('ada'));
    expect(refused._unsafeUnwrapErr().code).toBe('sms_not_sent');
    expect(logs).toMatchObject([{ level: 'warn', message: expect.any(String) }]);
  });
});
