import { describe, expect, it } from 'vitest';
import { decideStepUp, type StepUp } from '../step-up/decide-step-up.js';
import { DEFAULT_TENANT } from '../../tenants/tenant.js';
import { decideSignIn, type SignIn } from './decide-sign-in.js';
import { mergePolicy } from '../../policy/merge-policy.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const { policy } = mergePolicy({ overrides: {}, legacy: {}, tenant: DEFAULT_TENANT });
const facts = { policy, enrolled: [], memberSince: NOW, requiredSince: null, risk: 'low' } as const;
const signIn: SignIn = { ...facts, proven: [], phoneVerified: true };
const stepUp: StepUp = { ...facts, session: { assurance: 'aal1' }, consent: null };

describe('called from JavaScript with arguments that would let a person in', () => {
  it.each<[string, Readonly<Record<string, unknown>>, unknown, string]>([
    ['a Result in place of its policy', { policy: { value: policy } }, NOW, 'policy must be'],
    ['no policy', { policy: undefined }, NOW, 'policy must be'],
    ['a policy as JSON has it', { policy: { mfa_policy: 'always' } }, NOW, 'policy must be'],
    ['factors that are a text', { enrolled: 'sms' }, NOW, 'enrolled must be a list'],
    ['a factor that does not exist', { enrolled: ['sms', 'text'] }, NOW, 'enrolled must be a list'],
    ['a recovery code among the enrolled', { enrolled: ['recovery_code'] }, NOW, 'enrolled must'],
    ['suspended ones that are a text', { suspended: 'sms' }, NOW, 'suspended must be a list'],
    ['a time that is a string', { memberSince: '2026-01-01' }, NOW, 'memberSince must be a valid'],
    ['an invalid date', { memberSince: new Date('soon') }, NOW, 'memberSince must be a valid'],
    ['a time that is not a Date', { requiredSince: 0 }, NOW, 'requiredSince must be a valid Date'],
    ['no time', {}, undefined, 'now must be a valid Date'],
    ['a time in milliseconds', {}, NOW.getTime(), 'now must be a valid Date'],
  ])('%s is named', (_, changes, now, message) => {
    const decideBoth = [
      ['decideSignIn', () => decideSignIn({ ...signIn, ...changes }, now as Date)],
      ['decideStepUp', () => decideStepUp({ ...stepUp, ...changes }, now as Date)],
    ] as const;
    for (const [name, decide] of decideBoth) {
      expect(decide).toThrow(TypeError);
      expect(decide).toThrow(`${name}: ${message}`);
    }
  });

  it.each(['mfaEnforcement', 'mfaPolicy', 'unenrolledUserAction', 'allowedFactors'] as const)(
    'a policy without its %s is named',
    (field) => {
      const wrong = { ...signIn, policy: { ...policy, [field]: undefined } as never };
      expect(() => decideSignIn(wrong, NOW)).toThrow('decideSignIn: policy must be');
    },
  );

  it('nothing at all is named', () => {
    expect(() => decideSignIn(undefined as never, NOW)).toThrow('decideSignIn: its first argument');
  });

  it('a required assurance that is neither aal1 nor aal2 is named, because it would be ignored', () => {
    const consent = { requiredAssurance: 'urn:example:aal2' as never };
    const message = "decideStepUp: consent.requiredAssurance must be 'aal1', 'aal2' or null";
    expect(() => decideStepUp({ ...stepUp, consent }, NOW)).toThrow(new TypeError(message));
  });

  it('proven factors that are no list are named', () => {
    for (const proven of ['sms', undefined, ['text']]) {
      const wrong = { ...signIn, proven: proven as never };
      expect(() => decideSignIn(wrong, NOW)).toThrow('decideSignIn: proven must be a list');
    }
  });
});
