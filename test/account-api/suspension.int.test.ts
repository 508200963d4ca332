/** A factor is suspended after 100 wrong guesses in a row (NIST SP 800-63B-4, 3.2.2), over HTTP and Postgres. */
import { appCode } from '@stepward/testing';
import { expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { tally } from '../harness/tally.js';
import { applicationFor } from '../internal-api/harness/application.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const WRONG = '422 validation_error code_mismatch';
const SUSPENDED = '422 validation_error factor_suspended';
/** An hour allows ten guesses. */
const GUESSES_AN_HOUR = 10;

onEveryHost((host) => {
  async function withApp() {
    const ada = await host.person();
    const started = await ada.call({ method: 'POST', path: '/mfa/totp' });
    const { secret } = JSON.parse(started.text).data as { readonly secret: string };
    const code = () => appCode(secret, host.clock.now());
    const wrong = () => code().replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
    const put = () => ada.call({ method: 'PUT', path: '/mfa/totp', body: { code: code() } });
    expect(outcome(await put())).toBe('200');
    host.pass(1);
    const guess = (answer: unknown) => guessOf(ada, answer);
    /** Guesses that are spread over hours, as an attacker has to. */
    async function guessWrongly(count: number): Promise<void> {
      for (let made = 0; made < count; made += 1) {
        if (made > 0 && made % GUESSES_AN_HOUR === 0) host.pass(61);
        expect(outcome(await guess(wrong()))).toBe(WRONG);
      }
    }
    return { ada, code, wrong, guess, guessWrongly };
  }

  const guessOf = (ada: Person, code: unknown) =>
    applicationFor(host, ada).call({
      operation: 'verify',
      factor: 'totp',
      tenantId: ada.tenantId,
      body: { identity_id: ada.identityId, session_id: `of ${ada.identityId}`, code },
    });

  const suspensionsOf = async ({ tenantId, identityId }: Person) =>
    (await host.stepward.authenticationLog.list(tenantId, { type: 'factor.suspended', identityId }))
      .items.length;

  it('the 100th wrong guess over ten hours suspends it, and the right code is refused', async () => {
    const { ada, code, wrong, guess, guessWrongly } = await withApp();
    await guessWrongly(99);
    host.pass(61);
    expect(await suspensionsOf(ada)).toBe(0);
    expect(outcome(await guess(wrong()))).toBe(WRONG);
    host.pass(61);
    expect(outcome(await guess(code()))).toBe(SUSPENDED);
    expect(await suspensionsOf(ada)).toBe(1);
  });

  it('a right code after the 99th counts from 0 again', async () => {
    const { ada, code, guess, guessWrongly } = await withApp();
    await guessWrongly(99);
    host.pass(61);
    expect(outcome(await guess(code()))).toBe('200');
    host.pass(61);
    await guessWrongly(99);
    host.pass(61);
    expect(outcome(await guess(code()))).toBe('200');
    expect(await suspensionsOf(ada)).toBe(0);
  });

  it('200 parallel guesses at the edge suspend it once', async () => {
    const { ada, wrong, guess, guessWrongly } = await withApp();
    await guessWrongly(99);
    host.pass(61);
    const answers = await Promise.all(Array.from({ length: 200 }, () => guess(wrong())));
    expect(tally(answers)).toEqual({ [WRONG]: 1, [SUSPENDED]: 199 });
    expect(await suspensionsOf(ada)).toBe(1);
  });
}, ONE_SERVER);
