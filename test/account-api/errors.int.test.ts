/** The table "Errors" of the specification, as far as the Account API goes, and its rules on tokens. */
import { describe, expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';

onEveryHost((host) => {
  describe('the row', () => {
    // spec: service/verified-phone, errors/post-422
    it('422 validation_error, POST /mfa/sms: no verified phone number on the identity', async () => {
      const bob = await host.person({ phone: null });
      const eve = await host.person({ phoneVerified: false });
      expect(outcome(await bob.start())).toBe('422 validation_error phone_not_verified');
      expect(outcome(await eve.start())).toBe('422 validation_error phone_not_verified');
    });

    // spec: errors/put-422
    it('422 validation_error, PUT /mfa/sms: invalid code', async () => {
      const ada = await host.person();
      await ada.start();
      expect(outcome(await ada.verify(ada.wrongCode()))).toBe('422 validation_error code_mismatch');
    });

    // spec: errors/put-422
    it('422 validation_error, PUT /mfa/sms: expired enrolment', async () => {
      const ada = await host.person();
      await ada.start();
      host.pass(15);
      expect(outcome(await ada.verify(ada.code()))).toBe('422 validation_error code_expired');
    });

    // spec: errors/put-422
    it('422 validation_error, PUT /mfa/sms: maximum attempts reached', async () => {
      const ada = await host.person();
      await ada.start();
      for (let n = 1; n <= 4; n += 1) await ada.verify(ada.wrongCode(n));
      const fifth = await ada.verify(ada.wrongCode(5));
      expect(outcome(fifth)).toBe('422 validation_error attempts_exhausted');
    });

    // spec: errors/enrolled-409
    it('409 conflict, POST or PUT /mfa/sms: SMS MFA already enrolled', async () => {
      const ada = await host.person();
      await ada.enrol();
      expect(outcome(await ada.start())).toBe('409 conflict already_enrolled');
      expect(outcome(await ada.verify(ada.code()))).toBe('409 conflict already_enrolled');
    });

    // spec: errors/put-404
    it('404 not_found, PUT /mfa/sms: no pending enrolment', async () => {
      const ada = await host.person();
      expect(outcome(await ada.verify('123456'))).toBe('404 not_found nothing_pending');
    });

    // spec: errors/post-503
    it.each([
      // spec: service/sms-enabled
      ['enabled', { enabled: false }],
      // spec: service/sms-enabled
      ['mfa_enabled', { mfaEnabled: false }],
    ])('503 service_unavailable, POST /mfa/sms: %s is false for the tenant', async (_, sms) => {
      const ada = await host.person({ tenantId: await host.tenant({ sms }) });
      const before = host.sms.attempts;
      expect(outcome(await ada.start())).toBe('503 service_unavailable sms_disabled');
      expect(host.sms.attempts).toBe(before);
    });

    // spec: errors/post-429
    it('429 rate_limited, POST /mfa/sms: rate limit exceeded', async () => {
      const ada = await host.person();
      await ada.start();
      const second = await ada.start();
      expect(outcome(second)).toBe('429 rate_limited send_cooling_down');
      expect(second.headers.get('retry-after')).toBe('60');
    });
  });

  describe('decision "sms missing from the tenant\'s allowed_factors"', () => {
    // spec: service/sms-allowed
    it('POST is 503 service_unavailable, reason factor_not_allowed', async () => {
      const tenantId = await host.tenant({ mfa: { allowedFactors: ['totp', 'webauthn'] } });
      const ada = await host.person({ tenantId });
      expect(outcome(await ada.start())).toBe('503 service_unavailable factor_not_allowed');
    });
  });

  describe('401 unauthorized: invalid or missing token', () => {
    // spec: auth/refusals
    it('an expired token, on every operation', async () => {
      const ada = await host.person();
      const late = ada.with({ expiresIn: -6 });
      const answers = await Promise.all([
        late.status(),
        late.start(),
        late.verify('123456'),
        late.remove(),
        late.putPhone({ phone_number: ada.phone }),
        late.removePhone(),
      ]);
      expect(new Set(answers.map(outcome))).toEqual(new Set(['401 unauthorized token_invalid']));
    });

    // spec: auth/account-scopes
    it('a token that runs out while it is used', async () => {
      const ada = await host.person();
      const token = await ada.token();
      const status = () =>
        ada.call({ method: 'GET', path: '/mfa', headers: { authorization: `Bearer ${token}` } });
      expect(outcome(await status())).toBe('200');
      host.pass(11);
      expect(outcome(await status())).toBe('401 unauthorized token_invalid');
    });

    // spec: auth/refusals
    it('a token whose signature was tampered with', async () => {
      const ada = await host.person();
      const [header, , signature] = (await ada.token()).split('.');
      const [, payload] = (await ada.with({ identityId: 'other' }).token()).split('.');
      const answer = await ada.call({
        method: 'GET',
        path: '/mfa',
        headers: { authorization: `Bearer ${[header, payload, signature].join('.')}` },
      });
      expect(outcome(answer)).toBe('401 unauthorized token_invalid');
    });

    it('a token for an identity that the tenant does not have', async () => {
      const ada = await host.person();
      const answer = await ada.with({ identityId: 'nobody' }).start();
      expect(outcome(answer)).toBe('401 unauthorized identity_unknown');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    });

    it('an identity of another tenant is unknown', async () => {
      const ada = await host.person();
      const stranger = ada.with({ tenantId: await host.tenant() });
      expect(outcome(await stranger.start())).toBe('401 unauthorized identity_unknown');
    });
  });

  describe('403 forbidden: the token lacks the scope, where the host asks for scopes', () => {
    // spec: auth/refusals, auth/account-scopes
    it.each([
      ['POST', '/mfa/sms', 'account.mfa:write'],
      ['PUT', '/mfa/sms', 'account.mfa:write'],
      ['DELETE', '/mfa/sms', 'account.mfa:write'],
      ['PUT', '/phone', 'account.phone:write'],
      ['DELETE', '/phone', 'account.phone:write'],
    ])('%s %s asks for it with a challenge (RFC 6750)', async (method, path, scope) => {
      const ada = await host.person();
      const others = ada.with({ scope: 'openid account.other:write' }).via('/scoped');
      const body = method === 'PUT' ? { body: {} } : {};
      const refused = await others.call({ method, path, ...body });
      expect(outcome(refused)).toBe('403 forbidden insufficient_scope');
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${scope}", realm="account"`,
      );
      const granted = await others
        .with({ scope: `openid ${scope}` })
        .call({ method, path, ...body });
      expect(granted.status).not.toBe(403);
    });

    it('GET /mfa requires none', async () => {
      const ada = await host.person();
      expect(outcome(await ada.via('/scoped').status())).toBe('200');
    });

    // spec: auth/account-scopes
    it('none is required by default', async () => {
      const ada = await host.person();
      expect(outcome(await ada.start())).toBe('201');
    });
  });

  describe('403 forbidden: the identity is suspended', () => {
    // spec: states/accounts-and-tenants
    it('on every operation', async () => {
      const sam = await host.person({ state: 'suspended' });
      const answers = [
        await sam.status(),
        await sam.start(),
        await sam.verify('123456'),
        await sam.remove(),
        await sam.putPhone({ phone_number: sam.phone }),
        await sam.putPhone({ phone_number: sam.phone, code: '123456' }),
        await sam.removePhone(),
      ];
      expect(new Set(answers.map(outcome))).toEqual(new Set(['403 forbidden identity_suspended']));
    });
  });
}, ONE_SERVER);
