import { createKeyRing } from '@stepward/core';
import { createRecordingLogger, createTestStepward } from '@stepward/testing';
import { createCodePage } from '@stepward/pages';
import { createPolicyPage } from '@stepward/pages/admin';
import { describe, expect, it, onTestFinished } from 'vitest';
import { frameworks } from '../harness/frameworks.js';

const SESSION = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

describe.each(frameworks)('the code page in $name', ({ serve }) => {
  // spec: step-up/challenge
  it.each(['', '/identity'])('works below the path %j, over a socket', async (path) => {
    const { stepward, sms, clock, addIdentity, enrol } = await createTestStepward();
    await enrol(await addIdentity('ada'));
    clock.advance(60_000);
    let publicUrl = '';
    const verified: string[] = [];
    const codePage = createCodePage({
      stepward,
      keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
      publicUrl: () => publicUrl,
      brand: { name: 'Example' },
      isSessionActive: () => true,
      onVerified: ({ sessionId }) => verified.push(sessionId),
      clock,
    });
    const { port, stop } = await serve([{ path, api: codePage }]);
    onTestFinished(stop);
    publicUrl = `http://127.0.0.1:${port}${path}`;

    const { sentTo } = (await stepward.stepUp.challenge(SESSION))._unsafeUnwrap();
    const url = (await codePage.createVerifyLink({ ...SESSION, sentTo }))._unsafeUnwrap();
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const html = await page.text();
    const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(html) ?? [];
    const [, script = ''] = /src="([^"]*)"/.exec(html) ?? [];
    const asset = await fetch(new URL(script, url));
    expect([asset.status, asset.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);

    const send = (code: string) =>
      fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ csrf, code }) });
    const large = await send('1'.repeat(1_048_576)).catch(() => null);
    expect([413, undefined]).toContain(large?.status);
    const right = await send(sms.lastCode('+14155552671'));
    expect([right.status, right.headers.get('location')]).toEqual([303, '/']);
    expect(verified).toEqual(['session-1']);
  });
});

describe.each(frameworks)('the policy page in $name', ({ serve }) => {
  it('warns of a publicUrl without the path that it is mounted below', async () => {
    const { stepward, clock } = await createTestStepward();
    const logger = createRecordingLogger();
    const policyPage = createPolicyPage({
      stepward,
      keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
      publicUrl: 'https://app.example.com',
      brand: { name: 'Example' },
      signedIn: () => null,
      clock,
      logger,
    });
    const { port, stop } = await serve([{ path: '/admin', api: policyPage }]);
    onTestFinished(stop);
    expect((await fetch(`http://127.0.0.1:${port}/admin/policy?a=b`)).status).toBe(403);
    const fields = { page: '/policy', mountPath: '/admin', publicUrlPath: '' };
    expect(logger.lines).toMatchObject([{ level: 'warn', fields }]);
  });

  it.each(['', '/admin'])(
    'opens by a portal link below the path %j, over a socket',
    async (path) => {
      const { stepward, clock } = await createTestStepward();
      await stepward.organisations.put('acme', 'org_main');
      let publicUrl = '';
      const policyPage = createPolicyPage({
        stepward,
        keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
        publicUrl: () => publicUrl,
        brand: { name: 'Example' },
        signedIn: () => null,
        clock,
      });
      const { port, stop } = await serve([{ path, api: policyPage }]);
      onTestFinished(stop);
      const origin = `http://127.0.0.1:${port}`;
      publicUrl = `${origin}${path}`;
      const csrfOf = (html: string) => /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';

      const actor = { type: 'identity', id: 'ada' } as const;
      const owner = { tenantId: 'acme', organisationId: 'org_main', actor };
      const link = await policyPage.createPortalLink(owner);
      const csrf = csrfOf(await (await fetch(link)).text());
      const body = new URLSearchParams({ csrf });
      const entered = await fetch(link, { method: 'POST', redirect: 'manual', body });
      expect([entered.status, entered.headers.get('location')]).toEqual([303, `${path}/policy`]);
      const set = entered.headers.get('set-cookie') ?? '';
      expect(set).toMatch(
        /^stepward(?:-admin)?-policy=[^;]+; Max-Age=3600; Path=[^;]*; HttpOnly; SameSite=Strict$/,
      );
      expect(set).toContain(`Path=${path}/policy;`);

      const headers = { cookie: set.split(';', 1)[0] ?? '' };
      const page = await fetch(`${publicUrl}/policy`, { headers });
      const html = await page.text();
      expect([page.status, html.includes('<h1>Security policy</h1>')]).toEqual([200, true]);
      const style =
        /rel="stylesheet" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect((await fetch(new URL(style, origin))).headers.get('content-type')).toBe(
        'text/css; charset=utf-8',
      );
      const fields = { csrf: csrfOf(html), do: 'save', mfaPolicy: 'always', 'was.mfaPolicy': '' };
      const saved = await fetch(`${publicUrl}/policy`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams(fields),
      });
      expect(saved.status).toBe(303);
      expect(saved.headers.get('location')).toMatch(`${path}/policy?notice=`);
      const policy = (await stepward.policies.get('acme', 'org_main'))._unsafeUnwrap();
      expect(policy.mfaPolicy).toBe('always');
      const unknown = await fetch(`${publicUrl}/policy/none`);
      expect(unknown.status).toBe(404);
    },
  );
});
