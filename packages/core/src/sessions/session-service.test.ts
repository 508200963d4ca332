import { describe, expect, it } from 'vitest';
import { TENANT, createManagementHost } from '../../test/management-host.js';
import type { HostSession, Sessions } from '../ports/sessions.js';
import type { Identity } from '../records/identity.js';

const ADA = { tenantId: TENANT, identityId: 'ada', sessionId: 's1', assurance: null };

function session(id: string, usedAt: number | null = null): HostSession {
  const lastUsedAt = usedAt === null ? null : new Date(usedAt);
  return { id, createdAt: new Date(0), lastUsedAt, clientAddress: null, userAgent: null };
}

/** Ada's sessions s1 to s3; the port's calls are recorded. */
async function hostWith(changes: Partial<Sessions> = {}) {
  const calls: unknown[] = [];
  const sessions: Sessions = {
    list: async () => [session('s2', 2), session('s1', 1), session('s3', 3)],
    async end({ identityId }, sessionId) {
      calls.push(['end', identityId, sessionId]);
      return sessionId === 's2';
    },
    async endOthers({ identityId }, kept) {
      calls.push(['endOthers', identityId, kept]);
    },
    ...changes,
  };
  const host = await createManagementHost({ sessions });
  const identity: Identity = {
    identityId: 'ada',
    state: 'active',
    phone: null,
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
  (await host.identities.put(TENANT, identity))._unsafeUnwrap();
  const entries = async () =>
    (await host.authenticationLog.list(TENANT)).items.map(
      ({ type, factor, sessionId, reason, actor }) => ({ type, factor, sessionId, reason, actor }),
    );
  const enrol = async () =>
    (
      await host.identities.put(TENANT, { ...identity, otherFactors: ['webauthn'] })
    )._unsafeUnwrap();
  return { ...host, calls, entries, enrol };
}

describe('a list of sessions', () => {
  it('begins with the current one, then shows those used last', async () => {
    const { sessions } = await hostWith();
    const listed = (await sessions.list(ADA))._unsafeUnwrap();
    expect(listed.map(({ id, current }) => [id, current])).toEqual([
      ['s1', true],
      ['s3', false],
      ['s2', false],
    ]);
  });

  it('has at most 100, without what is malformed, and texts without what hides', async () => {
    const told = {
      clientAddress: '192.0.2.1\n',
      userAgent: `\u202ea\u200b\u0000${'b'.repeat(600)}`,
    };
    const wrong = [
      null,
      's',
      session('a\nb'),
      session(''),
      { ...session('d'), createdAt: 'today' },
    ];
    const many = Array.from({ length: 150 }, (_, at) => session(`m${String(at)}`, at));
    const list = async () => [...wrong, ...many, { ...session('s1'), ...told }] as HostSession[];
    const { sessions } = await hostWith({ list });
    const listed = (await sessions.list(ADA))._unsafeUnwrap();
    expect(listed).toHaveLength(100);
    expect(listed[0]).toMatchObject({ id: 's1', clientAddress: '192.0.2.1' });
    expect(listed[0]?.userAgent).toBe(`a${'b'.repeat(508)}`);
    expect(listed[1]?.id).toBe('m149');
  });

  it('has no text where nothing of it can be seen', async () => {
    const list = async () => [{ ...session('s1'), userAgent: '\u200b\u0000' }];
    const { sessions } = await hostWith({ list });
    expect((await sessions.list(ADA))._unsafeUnwrap()).toMatchObject([{ userAgent: null }]);
  });
});

describe('ending', () => {
  it('one session is logged with its id', async () => {
    const { sessions, calls, entries } = await hostWith();
    expect((await sessions.end(ADA, 's2')).isOk()).toBe(true);
    expect(calls).toEqual([['end', 'ada', 's2']]);
    const actor = { type: 'identity', id: 'ada' };
    expect(await entries()).toEqual([
      { type: 'session.ended', factor: null, sessionId: 's2', reason: null, actor },
    ]);
  });

  it('all others is logged with the one that is kept', async () => {
    const { sessions, calls, entries } = await hostWith();
    expect((await sessions.endOthers(ADA)).isOk()).toBe(true);
    expect(calls).toEqual([['endOthers', 'ada', 's1']]);
    expect(await entries()).toMatchObject([{ sessionId: 's1', reason: 'others' }]);
  });

  it('one that the person does not have is refused, and not logged', async () => {
    const { sessions, entries } = await hostWith();
    expect((await sessions.end(ADA, 's9'))._unsafeUnwrapErr().code).toBe('session_not_found');
    expect(await entries()).toEqual([]);
  });

  // standard: asvs/7.5.2
  it('needs aal2 once the person has a second factor, and listing does not', async () => {
    const { sessions, calls, enrol } = await hostWith();
    await enrol();
    const weak = { ...ADA, assurance: 'aal1' } as const;
    const refused = [await sessions.end(weak, 's2'), await sessions.endOthers(weak)];
    for (const each of refused) expect(each._unsafeUnwrapErr().code).toBe('assurance_insufficient');
    expect(calls).toEqual([]);
    expect((await sessions.list(weak)).isOk()).toBe(true);
    expect((await sessions.end({ ...ADA, assurance: 'aal2' }, 's2')).isOk()).toBe(true);
  });
});

describe('a port of the host', () => {
  it('that throws is unavailable, and its message is not logged', async () => {
    const fail = async () => Promise.reject(new RangeError('of Ada'));
    const { sessions, lines, entries } = await hostWith({ list: fail, end: fail, endOthers: fail });
    const tried = [
      await sessions.list(ADA),
      await sessions.end(ADA, 's2'),
      await sessions.endOthers(ADA),
    ];
    for (const each of tried) expect(each._unsafeUnwrapErr().code).toBe('sessions_unavailable');
    const methods = ['list', 'end', 'endOthers'];
    expect(lines).toHaveLength(3);
    for (const [at, line] of lines.entries()) {
      expect(line).toContain(`method: '${String(methods[at])}'`);
      expect(line).toContain("reason: 'RangeError'");
      expect(line).toContain("the host's sessions failed");
      expect(line).not.toContain('of Ada');
    }
    expect(await entries()).toEqual([]);
  });

  it('that returns no list is unavailable', async () => {
    const { sessions } = await hostWith({ list: async () => undefined as never });
    expect((await sessions.list(ADA))._unsafeUnwrapErr().code).toBe('sessions_unavailable');
  });

  it('that hangs is unavailable after 5 seconds', async () => {
    let asked: (signal: AbortSignal) => void = () => undefined;
    const deadline = new Promise<AbortSignal>((resolve) => (asked = resolve));
    const { sessions, clock, lines } = await hostWith({
      list({ signal }) {
        asked(signal);
        return new Promise(() => undefined);
      },
    });
    const listing = sessions.list(ADA);
    const signal = await deadline;
    clock.advance(4_999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect((await listing)._unsafeUnwrapErr().code).toBe('sessions_unavailable');
    expect(lines.join()).toContain('timeout');
  });

  it('that is absent has no sessions, and one for a stranger is not asked', async () => {
    const { sessions } = await createManagementHost();
    const tried = [
      await sessions.list(ADA),
      await sessions.end(ADA, 's2'),
      await sessions.endOthers(ADA),
    ];
    for (const each of tried) expect(each._unsafeUnwrapErr().code).toBe('sessions_not_configured');
    const stranger = { ...ADA, identityId: 'nobody' };
    const world = await hostWith();
    const refused = [
      await world.sessions.list(stranger),
      await world.sessions.end(stranger, 's2'),
      await world.sessions.endOthers(stranger),
    ];
    for (const each of refused) expect(each._unsafeUnwrapErr().code).toBe('identity_unknown');
    expect(world.calls).toEqual([]);
  });
});
