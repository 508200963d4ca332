import { describe, expect, it } from 'vitest';
import { createStepUpFetch, type StepUpChallenge } from './index.js';

const CHALLENGE =
  'Bearer error="insufficient_user_authentication", error_description="x", acr_values="phr aal2", max_age="300", realm="resource"';

const refused = (challenge = CHALLENGE) =>
  new Response('{"reason":"grant_missing"}', {
    status: 401,
    headers: { 'www-authenticate': challenge },
  });

/** A resource with these answers, the requests it got, and the challenges that were answered. */
function resource(answers: Response[], headers: Readonly<Record<string, string>> | null) {
  const got: (readonly [body: string, grant: string | null])[] = [];
  const asked: StepUpChallenge[] = [];
  const send = createStepUpFetch({
    async stepUp(challenge) {
      asked.push(challenge);
      return headers;
    },
    async fetch(request) {
      got.push([await request.text(), request.headers.get('stepward-grant')]);
      return answers.shift()!;
    },
  });
  const pay = () => send('https://pay.example.com/', { method: 'POST', body: '{"amount":"120"}' });
  return { pay, got, asked };
}

describe('a fetch that steps up', () => {
  it('calls the host for a challenge, and repeats the request once with its headers', async () => {
    const answers = [refused(), new Response('paid')];
    const { pay, got, asked } = resource(answers, { 'Stepward-Grant': 'g' });
    expect(await (await pay()).text()).toBe('paid');
    expect(got).toEqual([
      ['{"amount":"120"}', null],
      ['{"amount":"120"}', 'g'],
    ]);
    expect(asked).toMatchObject([{ acrValues: ['phr', 'aal2'], maxAge: 300 }]);
    expect(await asked[0]?.request.json()).toEqual({ amount: '120' });
    expect(await asked[0]?.response.json()).toEqual({ reason: 'grant_missing' });
  });

  it('returns a second challenge, and asks the host no second time', async () => {
    const { pay, asked } = resource([refused(), refused()], { 'stepward-grant': 'g' });
    expect((await pay()).status).toBe(401);
    expect(asked).toHaveLength(1);
  });

  it('returns the answer where the host gives up', async () => {
    const { pay, got } = resource([refused()], null);
    expect(await (await pay()).json()).toEqual({ reason: 'grant_missing' });
    expect(got).toHaveLength(1);
  });

  it.each([
    ['a success', new Response('paid')],
    ['401 for another reason', refused('Bearer error="invalid_token", realm="resource"')],
    ['401 without a challenge', new Response(null, { status: 401 })],
    ['403', new Response(null, { status: 403, headers: { 'www-authenticate': CHALLENGE } })],
  ])('leaves %s as it is', async (_, answer) => {
    const { pay, asked } = resource([answer], {});
    expect(await pay()).toBe(answer);
    expect(asked).toEqual([]);
  });

  it('takes a challenge that names nothing', async () => {
    const bare = 'Bearer error="insufficient_user_authentication"';
    const { pay, asked } = resource([refused(bare), new Response('paid')], {});
    await pay();
    expect(asked).toMatchObject([{ acrValues: [], maxAge: null }]);
  });

  it('throws what the host throws', async () => {
    const send = createStepUpFetch({
      stepUp: () => Promise.reject(new Error('closed')),
      fetch: async () => refused(),
    });
    await expect(send('https://pay.example.com/')).rejects.toThrow('closed');
  });

  it.each([
    [{ stepUp: null }, 'stepUp must be a function'],
    [{ stepUp: async () => null, fetch: 'x' }, 'fetch must be a function'],
  ])('is not made of %j', (options, message) => {
    expect(() => createStepUpFetch(options as never)).toThrow(message);
  });
});
