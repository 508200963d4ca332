import { describe, expect, it } from 'vitest';
import { Redacted } from '../shared/keys/redacted.js';
import { createJsonLogger } from './stderr-logger.js';

const AT = '2026-01-01T00:00:00.000Z';

function logged(fields: object, level: 'debug' | 'info' | 'warn' | 'error' = 'error'): string {
  let lines = '';
  const logger = createJsonLogger((line) => (lines += line), { now: () => new Date(AT) });
  logger[level](fields, 'it happened');
  return lines;
}

const read = (line: string): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>;

describe('the default logger', () => {
  // standard: asvs/16.4.1
  it.each(['warn', 'error'] as const)('writes one line of JSON for %s', (level) => {
    const line = logged({ tenantId: 'acme', count: 2, at: new Date(AT) }, level);
    expect(line.endsWith('}\n')).toBe(true);
    const head = { level, time: AT, message: 'it happened' };
    expect(read(line)).toEqual({ ...head, tenantId: 'acme', count: 2, at: AT });
  });

  it('drops debug and info', () => {
    expect(logged({}, 'debug') + logged({}, 'info')).toBe('');
  });

  it('keeps its own members, whatever the fields are called', () => {
    expect(read(logged({ level: 'x', time: 0, message: 'y' }))).toEqual({
      level: 'error',
      time: AT,
      message: 'it happened',
    });
  });

  it('shows an error with code, stack and cause, and none of its other members', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const error = Object.assign(new Error('no rows', { cause }), { parameters: ['+14155550101'] });
    const line = logged({ error });
    const shown = read(line)['error'] as Record<string, unknown>;
    expect(shown).toMatchObject({
      name: 'Error',
      message: 'no rows',
      cause: { code: 'ECONNREFUSED', message: 'refused' },
    });
    expect(shown['stack']).toContain('stderr-logger.test');
    expect(line).not.toContain('+1415555');
  });

  it('shows the errors within an AggregateError', () => {
    const error = new AggregateError([new Error('one'), new TypeError('two')], 'both');
    expect(read(logged({ error }))['error']).toMatchObject({
      errors: [{ message: 'one' }, { name: 'TypeError', message: 'two' }],
    });
  });

  // standard: asvs/16.2.5
  it('shows no secret: redacted values, fields named like credentials, passwords in URLs, bytes', () => {
    const line = logged({
      text: new Redacted('hidden-1'),
      headers: { Authorization: 'Bearer hidden-2', cookie: 'hidden-3' },
      client_secret: 'hidden-4',
      accessToken: 'hidden-5',
      password: 'hidden-6',
      error: new Error('cannot reach postgres://app:hidden-7@db/app'),
      key: Buffer.from('hidden-8'),
    });
    expect(line).not.toContain('hidden');
    expect(line).toContain('postgres://[redacted]@db/app');
    expect(line).toContain('[8 bytes]');
  });

  it('takes what JSON does not: a cycle, a bigint, a function', () => {
    const cyclic: Record<string, unknown> = { count: 1n, call: () => 1 };
    cyclic['self'] = cyclic;
    expect(read(logged(cyclic))).toMatchObject({ count: '1', call: '[function]' });
  });
});
