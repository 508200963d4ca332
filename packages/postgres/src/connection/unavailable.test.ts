import { isStorageUnavailable } from '@stepward/core';
import { createFixedClock, createRecordingLogger } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createIncidentLog } from './incident-log.js';
import { unavailableOf } from './unavailable.js';

/** An error as `pg` throws it. */
const error = (fields: object, message = 'a reason'): Error =>
  Object.assign(new Error(message), fields);

it.each([
  ['a refused connection', error({ code: 'ECONNREFUSED' })],
  ['a refusal at several addresses', Object.assign(new AggregateError([]), { code: 'ENOTFOUND' })],
  ['a lost connection', error({}, 'Connection terminated unexpectedly')],
  ['a query on a lost connection', error({}, 'Client has encountered a connection error and is…')],
  ['no answer within query_timeout', error({}, 'Query read timeout')],
  ['no connection in time', error({}, 'timeout exceeded when trying to connect')],
  ['a lost connection, as the server says it', error({ code: '08006', severity: 'FATAL' })],
  ['a pooler without a connection', error({ code: '08P01', severity: 'FATAL' })],
  ['too many connections', error({ code: '53300', severity: 'FATAL' })],
  ['a full disk', error({ code: '53100', severity: 'ERROR' })],
  ['a shutdown', error({ code: '57P01', severity: 'FATAL' })],
  ['a crash', error({ code: '57P02', severity: 'FATAL' })],
  ['a start', error({ code: '57P03', severity: 'FATAL' })],
  ['a standby', error({ code: '25006', severity: 'ERROR' })],
])('%s says that the database cannot be used', (_, thrown) => {
  const unavailable = unavailableOf(thrown);
  expect(unavailable).toSatisfy(isStorageUnavailable);
  expect(unavailable?.cause).toBe(thrown);
  expect(unavailable?.message).toMatch(/^the database cannot be used at present: [\w ]+/);
});

it.each([
  ['a wrong password', error({ code: '28P01', severity: 'FATAL' })],
  ['a missing table', error({ code: '42P01', severity: 'ERROR' })],
  ['other parameters than a prepared statement has', error({ code: '08P01', severity: 'ERROR' })],
  ['a network error of something else', error({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })],
  ['a TypeError', new TypeError('pool must be a pool of connections, not a client')],
  ['a text', 'Connection terminated'],
])('%s does not', (_, thrown) => {
  expect(unavailableOf(thrown)).toBeNull();
});

it('where a pool has no connection, the error names a service that was called inside a transaction', () => {
  const unavailable = unavailableOf(error({}, 'timeout exceeded when trying to connect'));
  expect(unavailable?.message).toContain('while the host holds a connection of the same pool');
});

it('an incident is one line, and its end another, at most once a minute', () => {
  const clock = createFixedClock(new Date('2026-07-01T12:00:00Z'));
  const logger = createRecordingLogger();
  const incidents = createIncidentLog(logger, clock);
  incidents.end();
  for (let flap = 0; flap < 3; flap += 1) {
    incidents.begin('no server');
    incidents.begin('no server');
    incidents.end();
    incidents.end();
  }
  const incident = [
    { level: 'error', fields: { reason: 'no server' }, message: 'the database cannot be used' },
    { level: 'info', fields: {}, message: 'the database can be used again' },
  ];
  expect(logger.lines).toMatchObject(incident);
  clock.advance(60_000);
  incidents.begin('no server');
  incidents.end();
  expect(logger.lines).toMatchObject([...incident, ...incident]);
});
