import { expect, it } from 'vitest';
import { OTHER_PHONE, PHONE, identityWith } from '../../test/fixtures.js';
import { caller, createServiceHost } from '../../test/service-host.js';
import type { PhoneNumber } from '../records/phone-number.js';

it('an identity that was put is returned and found only in its tenant; one with an invalid phone is not stored', async () => {
  const { identities } = await createServiceHost();
  const identity = identityWith({ locale: 'de' });

  expect((await identities.put('acme', identity))._unsafeUnwrap()).toEqual(identity);
  expect(await identities.find('acme', 'ada')).toEqual(identity);
  expect(await identities.find('globex', 'ada')).toBeNull();

  const wrong = identityWith({ phone: { number: '415 555' as PhoneNumber, verified: true } });
  const refused = (await identities.put('acme', wrong))._unsafeUnwrapErr();
  expect(refused.code).toBe('identity_invalid');
  expect(await identities.find('acme', 'ada')).toEqual(identity);
});

it('a phone that changes is an event, and another one, with its notice, where the verified number changes', async () => {
  const host = await createServiceHost();
  const dataOf = async (type: 'user.updated' | 'mfa.phone_changed') => {
    const { items } = await host.events.list('acme', { type });
    return items.map(({ data }) => JSON.parse(data) as { readonly verified?: boolean });
  };
  const phones = [
    { number: OTHER_PHONE, verified: true },
    { number: OTHER_PHONE, verified: false },
    null,
    { number: PHONE, verified: false },
    { number: PHONE, verified: true },
  ];
  for (const [index, phone] of phones.entries()) {
    await host.change('ada', { phone });
    expect(await dataOf('user.updated')).toHaveLength(index + 1);
  }
  await host.change('ada', { locale: 'de' });
  await host.change('bob', {});
  expect(await dataOf('user.updated')).toHaveLength(phones.length);
  const changed = await dataOf('mfa.phone_changed');
  expect(changed.map(({ verified }) => verified).toSorted()).toEqual([false, true, true]);
});

it('withdrawing codes ends those that are out', async () => {
  const host = await createServiceHost();
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  await host.identities.withdrawCodes('acme', 'ada');
  const ended = await host.enrolments.verify(caller(), host.codes.at(-1));
  expect(ended._unsafeUnwrapErr().code).toBe('code_withdrawn');
});
