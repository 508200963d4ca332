import { describe, expect, it } from 'vitest';
import { Redacted, type PhoneNumber } from '@stepward/core';
import { createRecordingSmsSender } from './recording-sms-sender.js';

const PHONE = '+14155552671' as PhoneNumber;
const signal = new AbortController().signal;
const message = (body: string) => ({
  id: 'message-1',
  tenantId: 'acme',
  to: PHONE,
  body: new Redacted(body),
  code: new Redacted(body.slice(0, 6)),
  locale: null,
  expiresInMs: 900_000,
  attempt: 1,
});

describe('the recording sender', () => {
  it('accepts and keeps messages as the phone shows them, and finds the newest code', async () => {
    const sms = createRecordingSmsSender();
    await sms.send(message('000001 is your code'), { signal });
    const receipt = await sms.send(message('000002 is your code'), { signal });

    expect(receipt).toEqual({ status: 'accepted' });
    expect(sms.sent.map(({ body }) => body)).toEqual([
      '000001 is your code',
      '000002 is your code',
    ]);
    expect(sms.lastCode(PHONE)).toBe('000002');
  });

  it.each([
    ['refused', 'unavailable'],
    ['unknown', 'told_to'],
  ] as const)('returns "%s" on request, and keeps nothing', async (status, reason) => {
    const sms = createRecordingSmsSender();
    sms.behave(status);
    expect(await sms.send(message('000001'), { signal })).toEqual({ status, reason });
    expect([sms.sent, sms.attempts]).toEqual([[], 1]);
  });

  it('throws on request', async () => {
    const sms = createRecordingSmsSender();
    sms.behave('throws');
    await expect(sms.send(message('000001'), { signal })).rejects.toThrow('the provider is down');
  });

  it('knows no code for a number that had no message', () => {
    expect(() => createRecordingSmsSender().lastCode(PHONE)).toThrow('no code was sent');
  });
});
