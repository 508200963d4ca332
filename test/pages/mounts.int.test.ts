import { createKeyRing } from '@stepward/core';
import { createTestStepward } from '@stepward/testing';
import { createCodePage } from '@stepward/pages';
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
