import { describe, expect, it } from 'vitest';
import { PHONE } from '../../test/fixtures.js';
import { Redacted } from '../shared/redacted.js';
import { createRecordingSmsSender } from './recording-sms-sender.js';

const signal = new AbortController().signal;
const message = (body: string) => ({ tenantId: 'acme', to: PHONE, body: new Redacted(body) });

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

  it.each(['refused', 'unknown'] as const)(
    'answers "%s" when told to, and keeps nothing',
    async (status) => {
      const sms = createRecordingSmsSender();
      sms.behave(status);
      expect(await sms.send(message('000001'), { signal })).toEqual({ status, reason: 'told_to' });
      expect([sms.sent, sms.attempts]).toEqual([[], 1]);
    },
  );

  it('throws when told to', async () => {
    const sms = createRecordingSmsSender();
    sms.behave('throws');
    await expect(sms.send(message('000001'), { signal })).rejects.toThrow('the provider is down');
  });

  it('knows no code for a number that had no message', () => {
    expect(() => createRecordingSmsSender().lastCode(PHONE)).toThrow('no code was sent');
  });
});
