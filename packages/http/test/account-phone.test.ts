import { beforeEach, describe, expect, it } from 'vitest';
import {
  ADA_PHONE,
  createAccountWorld,
  jsonOf,
  type AccountWorld,
} from './worlds/account-world.js';

const PHONE = '/v1/account/phone';
const NEW_PHONE = '+14155550199';

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld();
});

const put = (body: object, token = 'bob-token') =>
  world.call({ method: 'PUT', path: PHONE, token, body });
const remove = (token: string) => world.call({ method: 'DELETE', path: PHONE, token });

describe('the phone number over HTTP', () => {
  it('is pending with 202 once a code went to it', async () => {
    const response = await put({ phone_number: NEW_PHONE });
    expect(response.status).toBe(202);
    expect(jsonOf(response)).toEqual({
      data: { status: 'pending', phone_number_masked: '+14*****0199' },
    });
  });

  it('is verified with 200 once the code came back', async () => {
    await put({ phone_number: NEW_PHONE });
    const response = await put({ phone_number: NEW_PHONE, code: world.sms.lastCode(NEW_PHONE) });
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual({
      data: { status: 'verified', phone_number_masked: '+14*****0199' },
    });
    const bob = await world.stepward.identities.find('acme', 'bob');
    expect(bob?.phone).toEqual({ number: NEW_PHONE, verified: true });
  });

  it('is removed with 200', async () => {
    const response = await remove('ada-token');
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual({ data: { phone_number_masked: null, verified: false } });
  });

  it('cannot be removed while SMS is enrolled on it', async () => {
    await world.call({ method: 'POST', path: '/v1/account/mfa/sms' });
    const code = world.sms.lastCode(ADA_PHONE);
    await world.call({ method: 'PUT', path: '/v1/account/mfa/sms', body: { code } });
    const response = await remove('ada-token');
    expect([response.status, jsonOf(response).reason]).toEqual([409, 'phone_in_use']);
  });

  it('cannot be removed where there is none', async () => {
    const response = await remove('bob-token');
    expect([response.status, jsonOf(response).reason]).toEqual([404, 'phone_not_found']);
  });

  it.each([
    ['a number with spaces', { phone_number: '+1 415 555 0199' }, 'phone_invalid'],
    ['an empty number', { phone_number: '' }, 'phone_invalid'],
    [
      'a number in digits of another script',
      { phone_number: '+１４１５５５５０１９９' },
      'phone_invalid',
    ],
  ])('is refused with 422 for %s, and nothing is sent', async (_, body, reason) => {
    const response = await put(body);
    expect([response.status, jsonOf(response).reason]).toEqual([422, reason]);
    expect(world.sms.attempts).toBe(0);
  });

  it.each([
    ['is missing', {}],
    ['is missing beside a code', { code: '000000' }],
    ['is null', { phone_number: null }],
    ['is a JSON number', { phone_number: 14155550199 }],
    ['is a list', { phone_number: [NEW_PHONE] }],
  ])('is 400 for a phone_number that %s, and nothing is sent', async (_, body) => {
    const response = await put(body);
    const { code, reason, errors } = jsonOf(response);
    expect([response.status, code, reason]).toEqual([400, 'validation_error', 'body_invalid']);
    expect(errors[0].field).toBe('phone_number');
    expect(world.sms.attempts).toBe(0);
  });

  it('takes a body with a code as an answer, even where the code is null', async () => {
    await put({ phone_number: NEW_PHONE });
    const response = await put({ phone_number: NEW_PHONE, code: null });
    expect([response.status, jsonOf(response).reason]).toEqual([422, 'code_malformed']);
    expect(world.sms.attempts).toBe(1);
  });

  it('is never verified by the body saying so', async () => {
    await put({ phone_number: NEW_PHONE, verified: true, status: 'verified' });
    const bob = await world.stepward.identities.find('acme', 'bob');
    expect(bob?.phone).toBeNull();
  });
});
