import type { Storage } from '@stepward/core';
import { createMemoryStorage } from '@stepward/testing';
import { createTelemetry } from '@stepward/opentelemetry';
import { afterEach, describe, expect, it } from 'vitest';
import { createRecorder } from '../../packages/opentelemetry/test/recorder.js';
import { outline } from './span-outline.js';
import { PHONE, startTracedService } from './traced-service.js';

describe('below the server span of a request', async () => {
  const recorder = createRecorder();
  const { tracer, meter } = recorder;
  const storage = failingStorage();
  const telemetry = createTelemetry({ tracer, meter });
  const { call, sms, clock } = await startTracedService(recorder, telemetry, storage);
  const passCooldown = (): void => clock.advance(3_600_000);
  recorder.clear();
  afterEach(() => {
    storage.isAway = false;
    sms.behave('accepted');
    recorder.clear();
    passCooldown();
  });

  it('are its operation, the calls of the storage, and what was sent', async () => {
    await call('POST', '/account/mfa/sms');
    await call('PUT', '/account/mfa/sms', { code: sms.lastCode(PHONE) });
    await call('DELETE', '/account/mfa/sms');
    expect(outline(recorder.spans())).toEqual([
      'POST',
      '  stepward.operation startSmsEnrolment 201',
      '    stepward.storage.decide',
      '    stepward.sms.send accepted',
      'PUT',
      '  stepward.operation verifySmsEnrolment 200',
      '    stepward.storage.decide',
      '    stepward.sms.report_verified',
      'DELETE',
      '  stepward.operation removeSms 200',
      '    stepward.storage.decide',
    ]);
  });

  it('a refusal is an outcome and no error', async () => {
    await call('POST', '/account/mfa/sms');
    const wrong = String((Number(sms.lastCode(PHONE)) + 1) % 1_000_000).padStart(6, '0');
    await call('PUT', '/account/mfa/sms', { code: wrong });
    await call('DELETE', '/account/mfa/totp');
    await call('GET', '/account/mfa', undefined, 'not-a-token');
    expect(outline(recorder.spans()).slice(4)).toEqual([
      'PUT',
      '  stepward.operation verifySmsEnrolment 422 code_mismatch',
      // The decision is stored: it spends an attempt.
      '    stepward.storage.decide',
      'DELETE',
      '  stepward.operation removeTotp 404 not_enrolled',
      '    stepward.storage.decide not_enrolled',
      'GET',
      '  stepward.operation getMfaStatus 401 token_invalid',
    ]);
  });

  it('a storage that is away is an error, with its type', async () => {
    storage.isAway = true;
    await call('GET', '/account/mfa');
    await call('POST', '/account/mfa/sms');
    expect(outline(recorder.spans())).toEqual([
      'GET',
      '  stepward.operation getMfaStatus 500 internal_error internal_error !',
      '    stepward.storage.decide ECONNREFUSED !',
      'POST',
      '  stepward.operation startSmsEnrolment 500 internal_error internal_error !',
      '    stepward.storage.decide ECONNREFUSED !',
    ]);
  });

  it('a sender that throws is an error, and so is the operation', async () => {
    sms.behave('throws');
    await call('POST', '/account/mfa/sms');
    expect(outline(recorder.spans())).toEqual([
      'POST',
      '  stepward.operation startSmsEnrolment 503 sms_not_sent sms_not_sent !',
      '    stepward.storage.decide',
      '    stepward.sms.send Error !',
      // The send is given up.
      '    stepward.storage.decide',
    ]);
  });

  it('a path with another method has no operation', async () => {
    await call('PATCH', '/account/mfa');
    expect(outline(recorder.spans())).toEqual([
      'PATCH',
      '  stepward.operation /v1/account/mfa 405 method_not_allowed',
    ]);
  });
});

/** Storage in memory, which can be away. */
function failingStorage(): Storage & { isAway: boolean } {
  const storage = createMemoryStorage();
  const failing: Storage & { isAway: boolean } = {
    ...storage,
    isAway: false,
    run: (scope, work) => (failing.isAway ? refuse() : storage.run(scope, work)),
    decide: (scope, decision) => (failing.isAway ? refuse() : storage.decide(scope, decision)),
  };
  return failing;
}

function refuse(): Promise<never> {
  return Promise.reject(Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' }));
}
