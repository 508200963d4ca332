import { describe, expect, it } from 'vitest';
import { newApiKey } from './api-key.js';
import { readApiKeyRequest, revokeApiKey } from './change-api-key.js';
import { systemCaller } from './management-caller.js';
import { isManagementScope, MANAGEMENT_SCOPES } from './scopes.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');

describe('a request for a management key', () => {
  it.each(['C', 'x'.repeat(100), '😀'.repeat(100)])('may name it %j', (name) => {
    const read = readApiKeyRequest({ name, scopes: ['logs:read'] }, MANAGEMENT_SCOPES);
    expect(read._unsafeUnwrap()).toEqual({
      name,
      scopes: ['logs:read'],
      environmentId: null,
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
    const error = readApiKeyRequest({ name, scopes }, MANAGEMENT_SCOPES)._unsafeUnwrapErr();
    expect(error.code).toBe('api_key_invalid');
    expect('violations' in error && error.violations.map(({ field }) => field)).toEqual(fields);
  });

  it.each<[unknown, string | null]>([
    [undefined, null],
    [null, null],
    ['env_prod', 'env_prod'],
  ])('may name the environment %j', (environment_id, expected) => {
    const request = { name: 'CI', scopes: ['logs:read'], environment_id };
    const read = readApiKeyRequest(request, MANAGEMENT_SCOPES)._unsafeUnwrap();
    expect(read.environmentId).toBe(expected);
  });

  it.each(['', 'x'.repeat(256), 'a\nb', 7, ['env']])('cannot name %j', (environment_id) => {
    const request = { name: 'CI', scopes: ['logs:read'], environment_id };
    const error = readApiKeyRequest(request, MANAGEMENT_SCOPES)._unsafeUnwrapErr();
    expect('violations' in error && error.violations.map(({ field }) => field)).toEqual([
      'environment_id',
    ]);
  });

  it('drops scopes that are named twice', () => {
    const request = { name: 'CI', scopes: ['logs:read', 'api_keys:read', 'logs:read'] };
    const read = readApiKeyRequest(request, MANAGEMENT_SCOPES)._unsafeUnwrap();
    expect(read.scopes).toEqual(['logs:read', 'api_keys:read']);
  });

  it('cannot have a scope that its maker lacks', () => {
    const request = { name: 'CI', scopes: ['logs:read', 'api_keys:write'] };
    const error = readApiKeyRequest(request, ['logs:read'])._unsafeUnwrapErr();
    expect(error).toEqual({ code: 'scope_not_held', scopes: ['api_keys:write'] });
  });
});

describe('a revocation', () => {
  const { key } = newApiKey(
    { id: 'k1', name: 'CI', scopes: [], environmentId: null },
    new Uint8Array(32),
    NOW,
  );

  it('ends a good key', () => {
    expect(revokeApiKey(key, NOW)._unsafeUnwrap()).toEqual({ ...key, revokedAt: NOW });
  });

  it.each([null, { ...key, revokedAt: NOW }])('of %j is refused', (gone) => {
    expect(revokeApiKey(gone, NOW)._unsafeUnwrapErr()).toEqual({ code: 'api_key_not_found' });
  });
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
