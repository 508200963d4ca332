import { systemCaller } from '@stepward/core';
import { assessPolicy, policyTemplates } from '@stepward/core/policy';
import type { TestStepwardOptions } from '@stepward/testing';
import { createRecordingLogger, createTestStepward } from '@stepward/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_NAMES } from '../../../../../test/specification/policy-field-rules.js';
import { LINK_KEYS } from '../../../test/link-keys.js';
import { csrfOf } from '../../../test/page-answer.js';
import { createPortalBrowser, ORIGIN, textOf } from '../../../test/portal-browser.js';
import {
  createPolicyPage,
  type PolicyPageOptions,
  type PolicySession,
} from './create-policy-page.js';
import { policyEnglish } from './policy-english.js';

const SESSION: PolicySession = {
  tenantId: 'acme',
  organisationId: 'org_main',
  sessionId: 'session-1',
  actor: { type: 'identity', id: 'ada' },
};

/** A tenant with an organisation, and the page for its administrator. */
async function createPolicyWorld(
  tenant: TestStepwardOptions['tenant'] = {},
  changes: Partial<PolicyPageOptions> = {},
  members?: TestStepwardOptions['members'],
) {
  const test = await createTestStepward({ tenant, ...(members && { members }) });
  const { stepward, clock } = test;
  await stepward.organisations.put('acme', 'org_main');
  const signedIn = { session: SESSION };
  const page = createPolicyPage({
    stepward,
    keys: LINK_KEYS,
    publicUrl: ORIGIN,
    signedIn: () => signedIn.session,
    brand: { name: 'Example' },
    clock,
    ...changes,
  });
  const browser = createPortalBrowser(page);

  /** The form's fields as the page has them, with these changes. */
  async function save(entered: Readonly<Record<string, string>>) {
    const fields = fieldsOf((await browser.open('/policy')).html);
    return browser.post('/policy', { ...fields, do: 'save', ...entered });
  }
  const policy = async () => (await stepward.policies.get('acme', 'org_main'))._unsafeUnwrap();
  return { ...test, ...browser, page, signedIn, save, policy };
}

/** What a browser sends of a form that nothing was changed in. */
function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? '';
    const isBox = /type="(?:checkbox|radio)"/.test(tag);
    if (!isBox || tag.includes(' checked')) fields[name] = /value="([^"]*)"/.exec(tag)?.[1] ?? 'on';
  }
  for (const [, name = '', options = ''] of html.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/g,
  )) {
    fields[name] = /<option value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  }
  return fields;
}

/** What the page shows of one field, as text. */
function fieldText(html: string, name: string): string {
  const at = html.indexOf(`id="field-${name}"`);
  const end = html.indexOf('id="field-', at + 10);
  return textOf(html.slice(at - 10, end === -1 ? html.length : end));
}

describe('/policy', () => {
  it('shows each field with its value and where it comes from', async () => {
    const { open, stepward } = await createPolicyWorld({ password: { minLength: 10 } });
    const caller = systemCaller('acme');
    (
      await stepward.policies.update(caller, 'org_main', { sessionTimeoutMinutes: 30 })
    )._unsafeUnwrap();
    const { html, status } = await open('/policy');
    expect(status).toBe(200);
    expect(fieldText(html, 'sessionTimeoutMinutes')).toContain('Set by your organisation');
    expect(fieldText(html, 'sessionTimeoutMinutes')).toContain('Current value: 30 minutes');
    expect(fieldText(html, 'passwordMinLength')).toContain('From Example');
    expect(fieldText(html, 'passwordMinLength')).toContain('Current value: 10 characters');
    expect(fieldText(html, 'mfaPolicy')).toContain('Example default');
    const shown = [...html.matchAll(/id="field-(\w+)"/g)].map(([, name]) => name);
    expect(shown.toSorted()).toEqual(FIELD_NAMES.toSorted());
  });

  it('saves what was changed, and nothing else, and says so', async () => {
    const { save, open, policy, stepward, emitted } = await createPolicyWorld();
    const saved = await save({ mfaEnforcement: 'required', passwordMinLength: ' 12 ' });
    expect(saved.status).toBe(303);
    const { html } = await open(saved.headers.get('location') ?? '');
    expect(textOf(html)).toContain('The policy is saved and takes effect now.');
    expect(await policy()).toMatchObject({ mfaEnforcement: 'required', passwordMinLength: 12 });
    const { inherited } = await policy();
    expect(
      Object.entries(inherited)
        .filter(([, flag]) => !flag)
        .map(([name]) => name),
    ).toEqual(['mfaEnforcement', 'passwordMinLength']);
    const { items } = await stepward.audit.list('acme');
    expect(items[0]).toMatchObject({
      type: 'security_policy.updated',
      actor: SESSION.actor,
      target: 'org_main',
    });
    expect((await emitted()).map(({ type }) => type)).toEqual(['organisation.updated']);
    const nothing = await save({});
    expect(textOf((await open(nothing.headers.get('location') ?? '')).html)).toContain(
      'Nothing was changed.',
    );
    expect(await emitted()).toHaveLength(1);
  });

  it('shows what a change would do before it is saved, and keeps what was entered', async () => {
    const memberSince = new Date('2024-01-01');
    const members = ['ada', 'bob'].map((identityId) => {
      return { identityId, memberSince, requiredSince: memberSince };
    });
    const { save, submit, policy } = await createPolicyWorld(
      { mfa: { policy: 'always' } },
      {},
      async () => ({ members, next: null }),
    );
    const change = { mfaEnforcement: 'required', unenrolledUserAction: 'block' };
    const seen = await save({ ...change, do: 'preview' });
    expect(seen.status).toBe(200);
    const text = textOf(seen.html);
    expect(text).toContain('People who want one, then Everyone. This is stricter.');
    expect(text).toContain('Cannot sign in: 2. ada , bob');
    expect(await policy()).toMatchObject({ mfaEnforcement: 'optional' });

    const saved = await submit('/policy', { ...fieldsOf(seen.html), do: 'save' });
    expect(saved.status).toBe(303);
    expect(await policy()).toMatchObject(change);
  });

  it('names the people of a preview as the host does, and by their ids where it fails', async () => {
    const memberSince = new Date('2024-01-01');
    const ids = ['ada', 'bob', 'cy\u200B'];
    const members = ids.map((identityId) => ({
      identityId,
      memberSince,
      requiredSince: memberSince,
    }));
    const asked: unknown[] = [];
    const people = {
      search: async () => [],
      find: async (...whose: unknown[]) => {
        asked.push(whose);
        if (whose[1] === 'bob') throw new Error('gone');
        const name = whose[1] === 'ada' ? 'Ada\u202E <b>Lovelace</b>' : null;
        return { name, organisationId: null, memberSince: null };
      },
    };
    const logger = createRecordingLogger();
    const { save } = await createPolicyWorld(
      { mfa: { policy: 'always' } },
      { people, logger },
      async () => ({ members, next: null }),
    );
    const change = { mfaEnforcement: 'required', unenrolledUserAction: 'block' };
    const { html } = await save({ ...change, do: 'preview' });
    expect(html).toContain(
      '<bdi>Ada &lt;b&gt;Lovelace&lt;/b&gt;</bdi> <code><bdi>ada</bdi></code>, <code><bdi>bob</bdi></code>, <code><bdi>cy\\u{200b}</bdi></code>',
    );
    expect(asked).toEqual(ids.map((id) => ['acme', id]));
    expect(logger.lines).toMatchObject([{ fields: { method: 'find', reason: 'Error' } }]);
  });

  it('says that a preview has nothing to show, is refused, or cannot count the people', async () => {
    const { save } = await createPolicyWorld({}, {}, async () => Promise.reject(new Error('gone')));
    const failed = await save({ mfaEnforcement: 'required', do: 'preview' });
    expect([failed.status, textOf(failed.html).includes('could not be found out')]).toEqual([
      503,
      true,
    ]);
    const world = await createPolicyWorld();
    const nothing = await world.save({ do: 'preview' });
    expect(textOf(nothing.html)).toContain('Nothing would change.');
    const refused = await world.save({ passwordMinLength: '2', do: 'preview' });
    expect([refused.status, refused.html.includes('data-rule="minimum"')]).toEqual([400, true]);
  });

  it('plans a change, shows it until it holds, and withdraws it', async () => {
    const { save, open, submit, policy, clock } = await createPolicyWorld();
    const entered = { mfaEnforcement: 'required', effective_from: '2026-01-08T09:30' };
    const planned = await save(entered);
    const shown = textOf((await open(planned.headers.get('location') ?? '')).html);
    expect(shown).toContain('The change is planned. The policy stays as it is until then.');
    expect(shown).toContain('It takes effect at Jan 8, 2026, 9:30:00 AM UTC');
    expect(shown).toContain('Everyone');
    expect(await policy()).toMatchObject({
      mfaEnforcement: 'optional',
      scheduled: { values: { mfaEnforcement: 'required' } },
    });

    const withdrawn = await submit('/policy', { do: 'withdraw' });
    const { html } = await open(withdrawn.headers.get('location') ?? '');
    expect(textOf(html)).toContain('The planned change is withdrawn.');
    expect(textOf(html)).not.toContain('Planned change');

    await save(entered);
    clock.advance(Date.parse('2026-01-08T09:30:00Z') - clock.now().getTime());
    expect(await policy()).toMatchObject({ mfaEnforcement: 'required', scheduled: null });
    expect(textOf((await open('/policy')).html)).not.toContain('Planned change');
  });

  it.each([
    ['2025-12-31T00:00', 'past', 'This time has passed.'],
    ['2027-06-01T00:00', 'maximum', 'Enter a time within a year.'],
    ['soon', 'date_time', 'Enter a date and a time.'],
  ])('refuses to plan a change for %s', async (from, rule, text) => {
    const { save, policy } = await createPolicyWorld();
    const refused = await save({ mfaEnforcement: 'required', effective_from: from });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`data-rule="${rule}"`);
    expect(refused.html).toContain(`value="${from}"`);
    expect(textOf(refused.html)).toContain(text);
    expect(await policy()).toMatchObject({ mfaEnforcement: 'optional', scheduled: null });
  });

  it('refuses to plan what changes nothing', async () => {
    const { save } = await createPolicyWorld();
    const refused = await save({ effective_from: '2026-02-01T00:00' });
    expect([refused.status, textOf(refused.html).includes('no field was changed')]).toEqual([
      400,
      true,
    ]);
  });

  it('says what the policy lacks of each standard, and no more once that is closed', async () => {
    const { open, stepward } = await createPolicyWorld();
    const before = textOf((await open('/policy')).html);
    expect(before).toContain('PCI DSS 4.0.1: 9 to change');
    const gap =
      'Minimum length: 8 characters. Needed: 12 characters, or stricter (PCI DSS 4.0.1, 8.3.6).';
    expect(before).toContain(gap);
    expect(before).toContain('Not allowed among them: E-mail (NIST SP 800-63B-4, 3.1.3.1).');
    const policy = (await stepward.policies.get('acme', 'org_main'))._unsafeUnwrap();
    const gaps = assessPolicy(policy, policyTemplates.pci_dss_4);
    const change = Object.fromEntries(
      gaps.map(({ field, needed }) => [field, Object.values(needed)[0]]),
    );
    const caller = systemCaller('acme');
    (await stepward.policies.update(caller, 'org_main', change))._unsafeUnwrap();
    const after = textOf((await open('/policy')).html);
    expect(after).toContain('PCI DSS 4.0.1: nothing is lacking.');
    expect(after).not.toContain(gap);
  });

  it('keeps what another administrator changed in other fields meanwhile', async () => {
    const { open, post, policy, stepward } = await createPolicyWorld();
    const fields = fieldsOf((await open('/policy')).html);
    const caller = systemCaller('acme');
    (
      await stepward.policies.update(caller, 'org_main', { passwordRequireSymbol: true })
    )._unsafeUnwrap();
    await post('/policy', { ...fields, do: 'save', mfaPolicy: 'always' });
    expect(await policy()).toMatchObject({ passwordRequireSymbol: true, mfaPolicy: 'always' });
  });

  it('keeps an override that is stored but clamped, unless the field is changed', async () => {
    const { save, policy, stepward } = await createPolicyWorld();
    const caller = systemCaller('acme');
    (await stepward.policies.update(caller, 'org_main', { passwordMinLength: 12 }))._unsafeUnwrap();
    (await stepward.tenants.configure(caller, { password: { minLength: 16 } }))._unsafeUnwrap();
    expect((await save({ mfaPolicy: 'always' })).status).toBe(303);
    (await stepward.tenants.configure(caller, { password: { minLength: 8 } }))._unsafeUnwrap();
    expect((await policy()).passwordMinLength).toBe(12);
  });

  it('gives a field back to the tenant when it is left empty', async () => {
    const { save, policy } = await createPolicyWorld();
    await save({ passwordMinLength: '12', passwordRequireSymbol: 'true' });
    expect(await policy()).toMatchObject({ passwordMinLength: 12, passwordRequireSymbol: true });
    await save({ passwordMinLength: '', passwordRequireSymbol: '' });
    expect(await policy()).toMatchObject({ passwordMinLength: 8, passwordRequireSymbol: false });
    expect((await policy()).inherited).toMatchObject({ passwordMinLength: true });
  });

  it('asks for the time to set up a factor in days', async () => {
    const { save, open, policy } = await createPolicyWorld({ mfa: { gracePeriodMs: 864_000_000 } });
    expect((await save({ gracePeriodMs: '0,5' })).status).toBe(303);
    expect((await policy()).gracePeriodMs).toBe(43_200_000);
    const { html } = await open('/policy', { 'accept-language': 'de' });
    expect(fieldText(html, 'gracePeriodMs')).toContain('Gültig: 0,5 Tage');
    expect(fieldText(html, 'gracePeriodMs')).toContain('Höchstens 10 Tage.');
  });

  it('sets the allowed factors, by choosing so or by ticking alone, and gives them back', async () => {
    const { open, post, save, policy } = await createPolicyWorld();
    const fields = fieldsOf((await open('/policy')).html);
    delete fields['allowedFactors.email'];
    delete fields['allowedFactors.sms'];
    expect((await post('/policy', { ...fields, do: 'save' })).status).toBe(303);
    expect((await policy()).allowedFactors.toSorted()).toEqual(['totp', 'webauthn']);
    await save({ 'allowedFactors.sms': 'on' });
    expect((await policy()).allowedFactors.toSorted()).toEqual(['sms', 'totp', 'webauthn']);
    await save({ allowedFactors: '' });
    expect((await policy()).inherited.allowedFactors).toBe(true);
    expect((await policy()).allowedFactors).toHaveLength(4);
  });

  it.each([
    ['passwordMinLength', '4', 'minimum', 'Enter at least 8 characters.'],
    ['passwordMinLength', '200', 'maximum', 'Enter at most 128 characters.'],
    ['passwordMinLength', 'many', 'type', 'Enter a whole number.'],
    ['passwordMinLength', '9', 'weaker_than_tenant', 'than Example requires: 10 characters.'],
    ['passwordMaxAgeDays', '0', 'weaker_than_tenant', 'than Example requires: 90 days.'],
    ['mfaEnforcement', 'perhaps', 'one_of', 'This is not a valid value.'],
    ['mfaEnforcement', 'disabled', 'weaker_than_tenant', 'than Example requires: People who'],
    ['passwordRequireSymbol', 'x', 'type', 'This is not a valid value.'],
    ['preferredFactor', 'sms', 'not_allowed', 'Choose one of the allowed factors: Auth'],
    ['gracePeriodMs', 'x', 'type', 'Enter a whole number.'],
  ])('says which rule %s = %j breaks: %s', async (name, entered, rule, text) => {
    const tenant = {
      password: { minLength: 10, maxAgeDays: 90 },
      mfa: { allowedFactors: ['totp'] },
    };
    const { save, policy } = await createPolicyWorld(tenant);
    const before = await policy();
    const refused = await save({ [name]: entered });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`data-rule="${rule}"`);
    expect(fieldText(refused.html, name)).toContain(text);
    expect(textOf(refused.html)).toContain('The policy was not saved.');
    expect(await policy()).toEqual(before);
  });

  it('shows what was typed after a refusal, and takes it once it is corrected', async () => {
    const { save, post, policy } = await createPolicyWorld();
    const refused = await save({ passwordMinLength: '4', mfaPolicy: 'always' });
    const fields = fieldsOf(refused.html);
    expect(fields).toMatchObject({ passwordMinLength: '4', mfaPolicy: 'always' });
    expect((await post('/policy', { ...fields, do: 'save', passwordMinLength: '14' })).status).toBe(
      303,
    );
    expect(await policy()).toMatchObject({ passwordMinLength: 14, mfaPolicy: 'always' });
  });

  it('locks what HIPAA mode or the tenant decides', async () => {
    const { open, stepward, post, policy } = await createPolicyWorld({
      password: { requireSymbol: true },
    });
    const caller = systemCaller('acme');
    (await stepward.tenants.setHipaa(caller, true, 'a test'))._unsafeUnwrap();
    const { html } = await open('/policy');
    expect(textOf(html)).toContain('HIPAA mode is on.');
    expect(fieldText(html, 'mfaEnforcement')).toContain('HIPAA mode sets this value.');
    expect(fieldText(html, 'mfaEnforcement')).toContain('From HIPAA mode');
    expect(fieldText(html, 'passwordRequireSymbol')).toContain(
      'Example already sets the strictest',
    );
    expect(fieldsOf(html)).not.toHaveProperty('mfaEnforcement');
    const forced = { mfaEnforcement: 'optional', sessionTimeoutMinutes: '90' };
    const refused = await post('/policy', {
      csrf: csrfOf({ html }),
      do: 'save',
      ...forced,
    });
    expect(refused.status).toBe(400);
    expect(fieldText(refused.html, 'sessionTimeoutMinutes')).toContain(
      'weaker than HIPAA mode requires: 60 minutes.',
    );
    expect((await policy()).mfaEnforcement).toBe('required');
  });

  it('removes all settings, after a page that asks', async () => {
    const { save, open, follow, policy } = await createPolicyWorld();
    expect((await open('/policy')).html).not.toContain('/policy/reset');
    await save({ mfaPolicy: 'always' });
    expect((await open('/policy')).html).toContain('href="/policy/reset"');
    expect(textOf((await open('/policy/reset')).html)).toContain('Remove all settings?');
    expect((await policy()).mfaPolicy).toBe('always');
    const { html } = await follow('/policy/reset', { do: 'reset' });
    expect(textOf(html)).toContain('All settings of your organisation have been removed.');
    expect((await policy()).mfaPolicy).toBe('adaptive');
  });

  it('has nothing for an unknown organisation, and for one of another tenant', async () => {
    const { open, post, signedIn, stepward } = await createPolicyWorld();
    await stepward.organisations.put('globex', 'org_globex');
    for (const organisationId of ['org_none', 'org_globex', '']) {
      signedIn.session = { ...SESSION, organisationId };
      expect((await open('/policy')).status).toBe(404);
      const { html } = await open('/policy/reset');
      const fields = { csrf: csrfOf({ html }), do: 'reset' };
      expect((await post('/policy/reset', fields)).status).toBe(404);
    }
  });

  it('shows markup in every text, brand and entered value as text', async () => {
    const markup = fc
      .array(fc.constantFrom('<script>', '"', "'", '&', '<img src=x onerror=1>', '{value}', 'a'), {
        minLength: 1,
        maxLength: 5,
      })
      .map((all) => all.join(''));
    await fc.assert(
      fc.asyncProperty(markup, markup, markup, async (name, text, entered) => {
        const en = Object.fromEntries(
          Object.keys(policyEnglish).map((key) => [key, key === 'direction' ? 'ltr' : text]),
        );
        const { save } = await createPolicyWorld({}, { brand: { name }, texts: { en } });
        const { html, status } = await save({ passwordMinLength: entered, mfaPolicy: entered });
        expect(status).toBe(400);
        expect(html).not.toMatch(/<script>|<img|onerror=1>/);
        expect(html.split('<').length).toBe(html.split('>').length);
      }),
      { numRuns: 30 },
    );
  });
});
