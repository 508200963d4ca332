import { systemCaller } from '@stepward/core';
import { expect, it } from 'vitest';
import { csrfOf } from '../../../test/page-answer.js';
import { textOf } from '../../../test/portal-browser.js';
import { createSecurityWorld } from '../../../test/security-world.js';

/** Ada with SMS, who trusts a browser, in a session at aal2. */
async function createDevicesWorld() {
  const world = await createSecurityWorld();
  const mfa = { trustedDeviceDays: 30 };
  (await world.stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
  await world.enrolSms();
  world.raise('aal2');
  const person = { tenantId: 'acme', identityId: 'ada' };
  const trust = async (name: string | null) => {
    const request = { ...person, proven: ['sms'], name } as const;
    const { device, token } = (await world.stepward.trustedDevices.trust(request))._unsafeUnwrap();
    return {
      id: device.id,
      check: () => world.stepward.trustedDevices.check({ ...person, token: token.reveal() }),
    };
  };
  return { ...world, trust };
}

const HEADING = 'Browsers you trust';

it('trusted browsers are listed with their names and times, and ended one by one', async () => {
  const { open, follow, submit, trust, clock } = await createDevicesWorld();
  const laptop = await trust('<b>Laptop</b>');
  clock.advance(1_000);
  const other = await trust(null);
  await other.check();
  const { html } = await open('/security');
  const text = textOf(html);
  expect(html).not.toContain('<b>Laptop');
  expect(html).toContain('&lt;b&gt;Laptop');
  expect(text).toMatch(/Trusted on Jan 1, 2026, .* UTC \. Until Jan 31, 2026, .* UTC \./);
  expect(text).toMatch(/Unknown browser .* Last used on Jan 1, 2026/);

  const ended = await follow('/security', { do: 'end_device', device: laptop.id });
  expect(textOf(ended.html)).toContain('The browser is not trusted any more.');
  expect(ended.html).not.toContain('Laptop');
  expect([await laptop.check(), (await other.check())?.id]).toEqual([null, other.id]);
  const gone = await submit('/security', { do: 'end_device', device: laptop.id });
  expect([gone.status, textOf(gone.html).includes('was not trusted any more')]).toEqual([
    404,
    true,
  ]);
});

it('trusted browsers are shown and not ended at aal1', async () => {
  const { open, post, trust, raise } = await createDevicesWorld();
  const laptop = await trust('Laptop');
  const csrf = csrfOf(await open('/security'));
  raise('aal1');
  const { html } = await open('/security');
  expect(textOf(html)).toContain(HEADING);
  expect(html).not.toContain('end_device');
  const refused = await post('/security', { csrf, do: 'end_device', device: laptop.id });
  expect(refused.status).toBe(403);
  expect(await laptop.check()).not.toBeNull();
});

it('a person who trusts no browser, or not by the policy of now, has no section', async () => {
  const { open, trust, stepward } = await createDevicesWorld();
  expect(textOf((await open('/security')).html)).not.toContain(HEADING);
  await trust('Laptop');
  const mfa = { trustedDeviceDays: 0 };
  (await stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
  expect(textOf((await open('/security')).html)).not.toContain(HEADING);
});

it('the section is in German, too', async () => {
  const { open, trust } = await createDevicesWorld();
  await trust('Laptop');
  const { html } = await open('/security', { 'accept-language': 'de' });
  expect(textOf(html)).toContain('Browser, denen Sie vertrauen');
});
