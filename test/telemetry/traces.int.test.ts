import { testDatabase } from '@stepward/dev-postgres';
import { createTelemetry } from '@stepward/opentelemetry';
import { createPostgresStorage } from '@stepward/postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { createRecorder } from '../../packages/opentelemetry/test/recorder.js';
import { outline } from './span-outline.js';
import { PHONE, startTracedService } from './traced-service.js';

describe('on Postgres', async () => {
  const recorder = createRecorder();
  const { tracer, meter } = recorder;
  const telemetry = createTelemetry({ tracer, meter });
  const pool = (await testDatabase()).pool({ max: 4 });
  const storage = createPostgresStorage({ pool: telemetry.postgresPool(pool) });
  const { call, sms } = await startTracedService(recorder, telemetry, storage);
  recorder.clear();
  afterEach(() => recorder.clear());

  it('an enrolment shows each statement below its call of the storage', async () => {
    await call('POST', '/account/mfa/sms');
    await call('PUT', '/account/mfa/sms', { code: sms.lastCode(PHONE) });
    await call('GET', '/account/mfa');
    expect(outline(recorder.spans())).toEqual([
      'POST',
      '  stepward.operation startSmsEnrolment 201',
      '    stepward.storage.decide',
      '      stepward.postgres.connect',
      '      decision_read',
      '      stepward.postgres.connect',
      '      send_read',
      '      stepward.postgres.connect',
      '      decision_write',
      '    stepward.sms.send accepted',
      'PUT',
      '  stepward.operation verifySmsEnrolment 200',
      '    stepward.storage.decide',
      '      stepward.postgres.connect',
      '      decision_read',
      '      stepward.postgres.connect',
      '      decision_write',
      '    stepward.sms.report_verified',
      'GET',
      '  stepward.operation getMfaStatus 200',
      '    stepward.storage.decide',
      '      stepward.postgres.connect',
      '      decision_read',
    ]);
  });

  it('a refusal is an outcome, and stores nothing', async () => {
    await call('POST', '/account/mfa/sms');
    expect(outline(recorder.spans())).toEqual([
      'POST',
      '  stepward.operation startSmsEnrolment 409 already_enrolled',
      '    stepward.storage.decide already_enrolled',
      '      stepward.postgres.connect',
      '      decision_read',
      '      stepward.postgres.connect',
      '      send_read',
    ]);
  });

  it('a statement that fails is an error with its SQLSTATE, and so are its callers', async () => {
    await pool.query('alter table stepward.authenticators rename to gone');
    try {
      await call('GET', '/account/mfa');
    } finally {
      await pool.query('alter table stepward.gone rename to authenticators');
    }
    expect(outline(recorder.spans())).toEqual([
      'GET',
      '  stepward.operation getMfaStatus 500 internal_error internal_error !',
      '    stepward.storage.decide NotMigrated !',
      '      stepward.postgres.connect',
      '      decision_read 42P01 !',
    ]);
  });
});
