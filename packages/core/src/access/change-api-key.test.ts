import { describe, expect, it } from 'vitest';
import { addMs, days, hours } from '../shared/duration.js';
import { newApiKey } from './api-key.js';
import {
  limitToMaker,
  readApiKeyRequest,
  readApiKeyRotation,
  revokeApiKey,
  rotateApiKey,
} from './change-api-key.js';
import { systemCaller } from './caller.js';
import { isManagementScope, MANAGEMENT_SCOPES } from '../records/scopes.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');

describe('a request for a management key', () => {
  it.each(['C', 'x'.repeat(100), '😀'.repeat(100)])('may name it %j', (name) => {
    const read = readApiKeyRequest({ name, scopes: ['logs:read'] }, MANAGEMENT_SCOPES, NOW);
    expect(read._unsafeUnwrap()).toEqual({
      name,
      scopes: ['logs:read'],
      environmentId: null,
      expiresAt: null,
    });
  });

  it.each<[unknown, unknown, string[]]>([
    ['', ['logs:read'], ['name']],
    ['x'.repeat(101), ['logs:read'], ['name']],
    ['😀'.repeat(101), ['logs:read'], ['name']],
    ['a\0b', ['logs:read'], ['name']],
    ['a\nb', ['logs:read'], ['name']],
    ['a\ud800', ['logs:read'], ['name']],
    [7, ['logs:read'], ['name']],
    ['CI', [], ['scopes']],
    ['CI', 'logs:read', ['scopes']],
    ['CI', ['logs:read', 'moon:write'], ['scopes']],
    [undefined, undefined, ['name', 'scopes']],
  ])('with the name %j and the scopes %j is refused, all of it at once', (name, scopes, fields) => {
    const error = readApiKeyRequest({ name, scopes }, MANAGEMENT_SCOPES, NOW)._unsafeUnwrapErr();
    expect(error.code).toBe('api_key_invalid');
    expect('violations' in error && error.violations.map(({ field }) => field)).toEqual(fields);
  });

  it.each<[unknown, string | null]>([
    [undefined, null],
    [null, null],
    ['env_prod', 'env_prod'],
  ])('may name the environment %j', (environment_id, expected) => {
    const request = { name: 'CI', scopes: ['logs:read'], environment_id };
    const read = readApiKeyRequest(request, MANAGEMENT_SCOPES, NOW)._unsafeUnwrap();
    expect(read.environmentId).toBe(expected);
  });

  it.each(['', 'x'.repeat(256), 'a\nb', 7, ['env']])('cannot name %j', (environment_id) => {
    const request = { name: 'CI', scopes: ['logs:read'], environment_id };
    const error = readApiKeyRequest(request, MANAGEMENT_SCOPES, NOW)._unsafeUnwrapErr();
    expect('violations' in error && error.violations.map(({ field }) => field)).toEqual([
      'environment_id',
    ]);
  });

  it.each<[unknown, Date | null]>([
    [null, null],
    ['2026-01-01T00:00:00.001Z', addMs(NOW, 1)],
    [addMs(NOW, days(90)), addMs(NOW, days(90))],
  ])('may let it expire at %j', (expires_at, expected) => {
    const request = { name: 'CI', scopes: ['logs:read'], expires_at };
    const read = readApiKeyRequest(request, MANAGEMENT_SCOPES, NOW)._unsafeUnwrap();
    expect(read.expiresAt).toEqual(expected);
  });

  it.each([
    ['2026-01-01T00:00:00.000Z', 'past'],
    ['2027-01-01', 'date_time'],
    [86_400, 'date_time'],
  ])('cannot let it expire at %j', (expires_at, rule) => {
    const request = { name: 'CI', scopes: ['logs:read'], expires_at };
    const error = readApiKeyRequest(request, MANAGEMENT_SCOPES, NOW)._unsafeUnwrapErr();
    expect(error).toMatchObject({
      code: 'api_key_invalid',
      violations: [{ field: 'expires_at', rule }],
    });
  });

  it('with an unknown scope is refused with the list of scopes', () => {
    const request = { name: 'CI', scopes: ['moon:write'] };
    const error = readApiKeyRequest(request, MANAGEMENT_SCOPES, NOW)._unsafeUnwrapErr();
    expect(error).toMatchObject({ violations: [{ rule: 'one_of', limit: MANAGEMENT_SCOPES }] });
  });

  it('drops scopes that are named twice', () => {
    const request = { name: 'CI', scopes: ['logs:read', 'api_keys:read', 'logs:read'] };
    const read = readApiKeyRequest(request, MANAGEMENT_SCOPES, NOW)._unsafeUnwrap();
    expect(read.scopes).toEqual(['logs:read', 'api_keys:read']);
  });

  it('cannot have a scope that its maker lacks', () => {
    const request = { name: 'CI', scopes: ['logs:read', 'api_keys:write'] };
    const error = readApiKeyRequest(request, ['logs:read'], NOW)._unsafeUnwrapErr();
    expect(error).toEqual({ code: 'scope_not_held', scopes: ['api_keys:write'] });
  });
});

describe('a revocation', () => {
  const { key } = newApiKey(
    { id: 'k1', name: 'CI', scopes: [], environmentId: null, expiresAt: null },
    new Uint8Array(32),
    NOW,
    null,
  );

  it('ends a good key', () => {
    expect(revokeApiKey(key, NOW)._unsafeUnwrap()).toEqual({ ...key, revokedAt: NOW });
  });

  it('ends a key within the overlap of its rotation', () => {
    const retired = { ...key, revokedAt: addMs(NOW, 1) };
    expect(revokeApiKey(retired, NOW)._unsafeUnwrap().revokedAt).toEqual(NOW);
  });

  it.each([null, { ...key, revokedAt: NOW }, { ...key, expiresAt: NOW }])(
    'of %j is refused, as is a rotation',
    (gone) => {
      const error = { code: 'api_key_not_found' };
      expect(revokeApiKey(gone, NOW)._unsafeUnwrapErr()).toEqual(error);
      expect(rotateApiKey(gone, [], 0, NOW)._unsafeUnwrapErr()).toEqual(error);
    },
  );
});

describe('a rotation', () => {
  const made = { id: 'k1', name: 'CI', scopes: ['logs:read'], environmentId: 'env' } as const;
  const { key } = newApiKey({ ...made, expiresAt: null }, new Uint8Array(32), NOW, null);
  const later = addMs(NOW, days(80));

  it('retires the key after the overlap, and the new one has what the old one had', () => {
    const rotated = rotateApiKey(key, ['logs:read'], hours(72), later)._unsafeUnwrap();
    expect(rotated.retired).toEqual({ ...key, revokedAt: addMs(later, hours(72)) });
    const { name, scopes, environmentId } = key;
    expect(rotated.request).toEqual({ name, scopes, environmentId, expiresAt: null });
  });

  it('gives the new key as long to live as the old one had', () => {
    const expiring = { ...key, expiresAt: addMs(NOW, days(90)) };
    const { request } = rotateApiKey(expiring, ['logs:read'], 0, later)._unsafeUnwrap();
    expect(request.expiresAt).toEqual(addMs(later, days(90)));
  });

  it('is refused for a scope that the caller lacks, and a second time within the overlap', () => {
    const refused = rotateApiKey(key, [], 0, later)._unsafeUnwrapErr();
    expect(refused).toEqual({ code: 'scope_not_held', scopes: ['logs:read'] });
    const retired = { ...key, revokedAt: addMs(later, 1) };
    const again = rotateApiKey(retired, ['logs:read'], 0, later)._unsafeUnwrapErr();
    expect(again.code).toBe('api_key_not_found');
  });

  it.each([
    [{}, 0],
    [{ overlap_hours: 0 }, 0],
    [{ overlap_hours: 72 }, hours(72)],
  ])('with %j overlaps for %i ms', (input, ms) => {
    expect(readApiKeyRotation(input)._unsafeUnwrap()).toBe(ms);
  });

  it.each([
    [{ overlap_hours: 73 }, 'overlap'],
    [{ overlap_hours: -1 }, 'overlap'],
    [{ overlap_hours: 1.5 }, 'overlap'],
    [{ overlap_hours: '1' }, 'overlap'],
    [{ overlap_hours: null }, 'overlap'],
    [{ overlapHours: 1 }, 'unknown_field'],
  ])('with %j is refused', (input, rule) => {
    expect(readApiKeyRotation(input as object)._unsafeUnwrapErr()).toMatchObject({
      violations: [{ rule }],
    });
  });
});

describe('a key that makes another', () => {
  const request = {
    name: 'CI',
    scopes: ['logs:read'],
    environmentId: null,
    expiresAt: null,
  } as const;
  const { key } = newApiKey({ id: 'k1', ...request }, new Uint8Array(32), NOW, null);
  const hour = addMs(NOW, hours(1));
  const day = addMs(NOW, days(1));

  it.each<[Date | null, Date | null, Date | null]>([
    [hour, null, hour],
    [hour, day, hour],
    [day, hour, hour],
    [null, day, day],
    [null, null, null],
  ])('and ends at %j limits an end at %j to %j', (end, asked, expected) => {
    const maker = { ...key, expiresAt: end };
    const limited = limitToMaker({ ...request, expiresAt: asked }, maker, NOW)._unsafeUnwrap();
    expect(limited).toEqual({ ...request, expiresAt: expected });
  });

  it.each([null, { ...key, revokedAt: hour }, { ...key, expiresAt: NOW }])(
    'and is %j passes on no scope',
    (maker) => {
      const refused = limitToMaker(request, maker, NOW)._unsafeUnwrapErr();
      expect(refused).toEqual({ code: 'scope_not_held', scopes: ['logs:read'] });
    },
  );
});

it('scopes are the listed texts and nothing near them', () => {
  expect(MANAGEMENT_SCOPES.every(isManagementScope)).toBe(true);
  expect(['logs:READ', ' logs:read', 'toString', null, 0].some(isManagementScope)).toBe(false);
});

it('the host itself holds every scope and is named in the audit log', () => {
  expect(systemCaller('acme')).toEqual({
    tenantId: 'acme',
    actor: { type: 'system', id: 'host' },
    scopes: MANAGEMENT_SCOPES,
  });
  expect(systemCaller('acme', 'nightly').actor.id).toBe('nightly');
});
