import { describe, expect, it } from 'vitest';
import { createServiceHost, type ServiceHost } from '../../test/service-host.js';
import { systemCaller } from '../access/caller.js';
import { loggedClient } from './logged-client.js';
import type { CallerClient, ClientAddressInLogs } from '../records/client.js';

describe('what a log has of a client', () => {
  it.each<[string, string | null, string | null, string | null]>([
    ['IPv4', '192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
    ['IPv4 with a port', '192.0.2.77:4711', '192.0.2.77', '192.0.2.0/24'],
    ['IPv4 as IPv6', '::ffff:192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
    ['IPv6', '2001:DB8:1:2:3::4', '2001:db8:1:2:3:0:0:4', '2001:db8:1::/48'],
    ['IPv6 with a zone', 'fe80::1%eth0', 'fe80:0:0:0:0:0:0:1', 'fe80:0:0::/48'],
    ['a client that has disconnected', '', null, null],
    ['what is no address', 'unknown\r\nroot', null, null],
    ['no address', null, null, null],
  ])('is, of %s, its address or network', (_, clientAddress, full, truncated) => {
    const client = { clientAddress, userAgent: 'app' };
    const kept = (addresses: ClientAddressInLogs) => loggedClient(client, addresses);
    expect(kept('full')).toEqual({ address: full, userAgent: 'app' });
    expect(kept('truncated')).toEqual({ address: truncated, userAgent: 'app' });
    expect(kept('none')).toEqual({ address: null, userAgent: 'app' });
  });

  it.each<[string, string, string | null]>([
    ['as it is', 'Mozilla/5.0 (Ünal 😀)', 'Mozilla/5.0 (Ünal 😀)'],
    ['without what is invisible', ' a\r\nb\u0000\u202ec\u2028d\u200be\ud800 ', 'abcde'],
    ['of at most 256 characters', 'a'.repeat(100_000), 'a'.repeat(256)],
    ['without half a character', `${'a'.repeat(255)}😀`, 'a'.repeat(255)],
    ['or none', ' \r\n', null],
  ])('is the user agent %s', (_, userAgent, shown) => {
    const client = loggedClient({ clientAddress: '192.0.2.1', userAgent }, 'none');
    expect(client?.userAgent ?? null).toBe(shown);
  });

  it('is nothing where nothing is known of it', () => {
    expect(loggedClient({}, 'full')).toBeNull();
    expect(loggedClient({ clientAddress: '192.0.2.1', userAgent: null }, 'none')).toBeNull();
  });
});

describe('every entry that a caller makes', () => {
  const CLIENT = { clientAddress: '192.0.2.77', userAgent: 'Firefox/140' };

  it.each<[string, CallerClient, ClientAddressInLogs | undefined, object | null]>([
    ['has the network', CLIENT, undefined, { address: '192.0.2.0/24', userAgent: 'Firefox/140' }],
    ['has the address', CLIENT, 'full', { address: '192.0.2.77', userAgent: 'Firefox/140' }],
    ['has the user agent', CLIENT, 'none', { address: null, userAgent: 'Firefox/140' }],
    ['has nothing', {}, 'full', null],
  ])('%s that was given, by the option', async (_, client, clientAddressInLogs, logged) => {
    const host = await createServiceHost({
      sessions: { list: async () => [], end: async () => true, endOthers: async () => undefined },
      ...(clientAddressInLogs !== undefined && { clientAddressInLogs }),
    });
    await host.organisations.put('acme', 'org');
    await act(host, client);
    const { items: entries } = await host.authenticationLog.list('acme', {}, { limit: 100 });
    const { items: events } = await host.audit.list('acme', {}, { limit: 100 });
    const made = [...entries, ...events].filter(({ actor }) => actor.id !== 'host');
    expect(new Set(made.map(({ type }) => type)).size).toBeGreaterThan(20);
    for (const { type, client: found } of made) expect([type, found]).toEqual([type, logged]);
  });

  /** Lets one person and one administrator make entries of many types in both logs. */
  async function act(host: ServiceHost, client: CallerClient): Promise<void> {
    const { enrolments, totp, recoveryCodes, phones, stepUp, people, policies, tenants } = host;
    const person = { tenantId: 'acme', identityId: 'ada', ...client };
    const ada = { ...person, assurance: 'aal2', sessionId: 's1' } as const;
    const admin = { ...systemCaller('acme', 'admin'), ...client };
    const code = () => host.codes.at(-1);
    const steps: readonly (() => Promise<{ isOk(): boolean }>)[] = [
      () => enrolments.start(ada),
      () => enrolments.verify(ada, '000000').then(() => enrolments.verify(ada, code())),
      () => recoveryCodes.generate(ada),
      () => totp.start(ada),
      () => stepUp.challenge({ ...person, sessionId: 's1' }),
      () => stepUp.verify({ ...person, sessionId: 's1' }, code()),
      () => host.sessions.end(ada, 's2'),
      () => host.sessions.endOthers(ada),
      () => enrolments.remove(ada),
      () => phones.start(ada, '+14155550199'),
      () => phones.verify(ada, '+14155550199', code()),
      () => phones.remove(ada),
      () => people.givePass(admin, 'ada', { reason: 'a test' }),
      () => people.withdrawPass(admin, 'ada'),
      () => people.reset(admin, 'ada', { reason: 'a test' }),
      () => policies.update(admin, 'org', { mfaPolicy: 'always' }),
      () => policies.reset(admin, 'org'),
      () => tenants.configure(admin, { sms: { appName: 'Acme Ltd' } }),
      () => tenants.setHipaa(admin, true, 'a test'),
    ];
    for (const [index, step] of steps.entries()) {
      expect((await step()).isOk(), `step ${index}`).toBe(true);
      host.clock.advance(61_000);
    }
    const made = await host.apiKeys.create(admin, { name: 'robot', scopes: ['logs:read'] });
    const rotated = await host.apiKeys.rotate(admin, made._unsafeUnwrap().key.id);
    const revoked = await host.apiKeys.revoke(admin, rotated._unsafeUnwrap().key.id);
    expect(revoked.isOk()).toBe(true);
    const about = { subject: 'ada', fields: ['phone'], purpose: 'a test' };
    await host.audit.recordPhiAccess({ tenantId: 'acme', actor: admin.actor, ...about, ...client });
  }
});
