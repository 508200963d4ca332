import type { HostSession, Sessions } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { csrfOf } from '../../../test/page-answer.js';
import { textOf } from '../../../test/portal-browser.js';
import { createSecurityWorld } from '../../../test/security-world.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

function session(id: string, told: Partial<HostSession> = {}): HostSession {
  const unknown = { lastUsedAt: null, clientAddress: null, userAgent: null };
  return { id, createdAt: new Date(0), ...unknown, ...told };
}

/** Ada at `session-1`, who is also signed in at `session-2`. */
async function createSessionsWorld(changes: Partial<Sessions> = {}) {
  const live = new Map([
    ['session-1', session('session-1', { userAgent: FIREFOX, clientAddress: '192.0.2.1' })],
    ['session-2', session('session-2', { lastUsedAt: new Date(60_000) })],
  ]);
  const sessions: Sessions = {
    list: async () => [...live.values()],
    end: async (_, id) => live.delete(id),
    async endOthers(_, kept) {
      for (const id of live.keys()) if (id !== kept) live.delete(id);
    },
    ...changes,
  };
  const world = await createSecurityWorld({}, { sessions });
  return { ...world, live: () => [...live.keys()] };
}

const OFFER = 'Your other sessions are still signed in.';

describe('the sessions on the security page', () => {
  // standard: asvs/7.5.2
  it('are listed with device, times and address, and the current one is marked', async () => {
    const { open } = await createSessionsWorld();
    const text = textOf((await open('/security')).html);
    expect(text).toContain(
      'Firefox, Linux This session Signed in on Jan 1, 1970, 12:00:00 AM UTC . From 192.0.2.1 .',
    );
    expect(text).toContain(
      'Unknown device Signed in on Jan 1, 1970, 12:00:00 AM UTC . Last used on Jan 1, 1970, 12:01:00 AM UTC .',
    );
  });

  it('end one by one', async () => {
    const { follow, submit, open, live } = await createSessionsWorld();
    expect((await open('/security')).html).not.toContain('name="session" value="session-1"');
    const ended = await follow('/security', { do: 'end_session', session: 'session-2' });
    expect(textOf(ended.html)).toContain('The session has ended.');
    expect(live()).toEqual(['session-1']);
    expect(ended.html).not.toContain('end_others');
    const gone = await submit('/security', { do: 'end_session', session: 'session-2' });
    expect([gone.status, textOf(gone.html).includes('had already ended')]).toEqual([404, true]);
  });

  it('end all but the current one', async () => {
    const { follow, live } = await createSessionsWorld();
    const ended = await follow('/security', { do: 'end_others' });
    expect(textOf(ended.html)).toContain('You are signed out everywhere else.');
    expect(live()).toEqual(['session-1']);
  });

  // standard: asvs/7.4.3
  it('are offered to be ended after a change of factors, and not otherwise', async () => {
    const { addApp, enrolSms, raise, open, follow, authenticators, live } =
      await createSessionsWorld();
    raise('aal2');
    await enrolSms();
    await addApp('');
    expect(textOf((await open('/security')).html)).not.toContain(OFFER);
    const [sms = ''] = await authenticators();
    const removed = await follow(sms, { do: 'remove' });
    expect(textOf(removed.html)).toContain(OFFER);
    await follow('/security', { do: 'end_others' });
    expect(live()).toEqual(['session-1']);
    const [app = ''] = await authenticators();
    expect(textOf((await follow(app, { do: 'remove' })).html)).not.toContain(OFFER);
  });

  it('are shown and not ended at aal1 of a person with a factor', async () => {
    const { enrolSms, open, post, live } = await createSessionsWorld();
    await enrolSms();
    const { html } = await open('/security?changed=factors');
    expect(textOf(html)).toContain('Unknown device');
    expect(textOf(html)).not.toContain(OFFER);
    expect(html).not.toContain('<form');
    const csrf = csrfOf(await open('/security/phone'));
    const refused = await post('/security', { csrf, do: 'end_others' });
    expect([refused.status, live().length]).toEqual([403, 2]);
  });

  it("are not those of others: the host's port is asked for the person alone", async () => {
    const asked: string[] = [];
    const { open, submit, signedIn, addIdentity } = await createSessionsWorld({
      async list({ tenantId, identityId }) {
        asked.push(`${tenantId}/${identityId}`);
        return [];
      },
      async end({ identityId }, id) {
        asked.push(`${identityId} ends ${id}`);
        return false;
      },
    });
    await addIdentity('bob');
    signedIn.session = { ...signedIn.session!, identityId: 'bob' };
    await open('/security');
    await submit('/security', { do: 'end_session', session: 'session-1' });
    expect(new Set(asked)).toEqual(new Set(['acme/bob', 'bob ends session-1']));
  });

  it('cannot be reached where the port of the host fails, and the rest of the page is shown', async () => {
    const { open } = await createSessionsWorld({
      list: async () => Promise.reject(new Error('x')),
    });
    const { status, html } = await open('/security');
    expect(status).toBe(200);
    expect(textOf(html)).toContain('Text messages Off');
    expect(textOf(html)).toContain('Your sessions cannot be reached at the moment.');
  });

  it('have no section where the host has no port', async () => {
    const { open } = await createSecurityWorld();
    expect(textOf((await open('/security')).html)).not.toContain('Where you are signed in');
  });
});
