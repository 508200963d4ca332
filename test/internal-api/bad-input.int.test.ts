/** Requests that no authentication application of sound mind sends. */
import { describe, expect, it } from 'vitest';
import { onEveryHost } from '../account-api/harness/host.js';
import { outcome, problemOf } from '../harness/answer.js';
import { EVERY_FRAMEWORK } from '../harness/every-host.js';
import { challengedIn } from './harness/application.js';

const INVALID = '400 validation_error body_invalid';
const MALFORMED = '400 validation_error body_malformed';
const id = 'x'.repeat(255);

/** Bodies that are refused before the session's identity is looked up. */
const badBodies: readonly (readonly ['challenge' | 'verify', unknown, string])[] = [
  ['challenge', '', MALFORMED],
  ['challenge', '{', MALFORMED],
  ['challenge', 'null', INVALID],
  ['challenge', [], INVALID],
  ['challenge', {}, INVALID],
  ['challenge', { identity_id: 'ada' }, INVALID],
  ['challenge', { session_id: 's' }, INVALID],
  ['challenge', { identity_id: 1, session_id: 's' }, INVALID],
  ['challenge', { identity_id: '', session_id: 's' }, INVALID],
  ['challenge', { identity_id: 'ada', session_id: '' }, INVALID],
  ['challenge', { identity_id: 'ada', session_id: `${id}x` }, INVALID],
  ['challenge', { identity_id: 'ada', session_id: 'a\u0000b' }, INVALID],
  ['challenge', { identity_id: 'a\nb', session_id: 's' }, INVALID],
  ['challenge', { identity_id: ['ada'], session_id: { s: 1 } }, INVALID],
  ['challenge', { identity_id: 'ada', session_id: 's', locale: 7 }, INVALID],
  ['challenge', { identity_id: 'ada', session_id: 's', locale: 'x'.repeat(36) }, INVALID],
  ['challenge', { identityId: 'ada', sessionId: 's' }, INVALID],
  ['verify', { code: '123456' }, INVALID],
  ['verify', { session_id: null, code: '123456' }, INVALID],
  ['verify', { session_id: '\ud800', code: '123456' }, INVALID],
  ['verify', { session_id: id, code: '123456' }, '404 not_found nothing_pending'],
  ['verify', { session_id: "s'; drop table x; --", code: '1' }, '404 not_found nothing_pending'],
  ['challenge', { identity_id: '__proto__', session_id: 's' }, '404 not_found identity_not_found'],
  [
    'challenge',
    `{"identity_id":"${'x'.repeat(16 * 1024)}"}`,
    '413 content_too_large body_too_large',
  ],
];

onEveryHost((host) => {
  describe('a bad request', () => {
    // spec: internal/left-open
    it.each(badBodies)('to %s with %j is answered with %s', async (operation, body, expected) => {
      const { ada, session } = await challengedIn(host);
      const before = [await session.stored(), await ada.snapshot(), host.sms.attempts];
      const answer = await session.call({ operation, body, tenantId: ada.tenantId });
      expect(outcome(answer)).toBe(expected);
      expect([await session.stored(), await ada.snapshot(), host.sms.attempts]).toEqual(before);
    });

    it('names the fields that are wrong, and repeats nothing of what they held', async () => {
      const { ada, session } = await challengedIn(host);
      const body = { identity_id: 4711, session_id: 'secret\u0007session' };
      const { tenantId } = ada;
      const answer = await session.call({ operation: 'challenge', body, tenantId });
      expect(problemOf(answer).errors?.map(({ field }) => field)).toEqual([
        'identity_id',
        'session_id',
      ]);
      expect(answer.text).not.toMatch(/4711|secret/);
    });

    it('that is no JSON by its type is 415', async () => {
      const { ada, session } = await challengedIn(host);
      const { tenantId } = ada;
      const headers = { 'content-type': 'text/plain' };
      const answer = await session.call({ operation: 'verify', body: {}, tenantId, headers });
      expect(outcome(answer)).toBe('415 unsupported_media_type media_type_unsupported');
    });

    it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('by %s is 405', async (method) => {
      for (const operation of ['challenge', 'verify']) {
        const { status, headers } = await fetch(`${host.origin}/v1/internal/mfa/sms/${operation}`, {
          method,
        });
        expect([status, headers.get('allow')]).toEqual([405, 'POST']);
      }
    });

    it('with unknown keys is served without them', async () => {
      const { ada, session } = await challengedIn(host);
      const answer = await session.challenge({ phone_number: '+19005550100', tenant_id: 'globex' });
      expect(answer.status).toBe(200);
      expect(host.sms.sent.at(-1)).toMatchObject({ to: ada.phone, tenantId: ada.tenantId });
    });
  });
}, EVERY_FRAMEWORK);
