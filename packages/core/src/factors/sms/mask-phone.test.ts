import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhoneNumber } from '../../records/phone-number.js';
import { maskPhone } from './mask-phone.js';
import vectors from './mask-phone.vectors.json' with { type: 'json' };

describe('the mask', () => {
  it.each(vectors)('of $digits digits: $phone is shown as $masked', ({ phone, masked }) => {
    expect(maskPhone(phone as PhoneNumber)).toBe(masked);
  });

  // spec: pending/phone-masked
  it('shows at most 2 digits in front and 4 behind, hides at least 4 and keeps the length', () => {
    const phones = fc.stringMatching(/^\+[1-9][0-9]{6,14}$/).map((text) => text as PhoneNumber);
    fc.assert(
      fc.property(phones, (phone) => {
        const masked = maskPhone(phone);
        const parts = /^\+([0-9]{0,2})(\*{4,})([0-9]{2,4})$/.exec(masked);
        expect(parts).not.toBeNull();
        expect(masked).toHaveLength(phone.length);
        expect(phone.startsWith(`+${parts![1]!}`)).toBe(true);
        expect(phone.endsWith(parts![3]!)).toBe(true);
      }),
    );
  });
});
