import { describe, expect, it } from 'vitest';
import { readOperation } from './operation.js';

const PAYMENT = {
  id: 'payment_81',
  text: 'Pay 120.00 EUR to Miller & Sons',
  data: { amount: '120.00', currency: 'EUR', payee: { name: 'Miller', iban: 'DE02' } },
};

function digestOf(change: object): string {
  return readOperation({ ...PAYMENT, ...change })._unsafeUnwrap().digest;
}

describe('the digest of an operation', () => {
  it('is SHA-256 over its canonical JSON', () => {
    expect(readOperation(PAYMENT)._unsafeUnwrap()).toEqual({
      id: 'payment_81',
      text: 'Pay 120.00 EUR to Miller & Sons',
      digest: 'a4c9452e3a23e77254c6faa6e5a8b27c574ea557395bb647d70bd90b64811fe0',
    });
  });

  it('is the same for fields in another order', () => {
    const { amount, currency, payee } = PAYMENT.data;
    const data = { payee: { iban: payee.iban, name: payee.name }, currency, amount };
    expect(digestOf({ data })).toBe(digestOf({}));
    const { id, text } = PAYMENT;
    expect(readOperation({ data, text, id })._unsafeUnwrap().digest).toBe(digestOf({}));
  });

  it.each([
    ['a changed digit', { data: { ...PAYMENT.data, amount: '1200.00' } }, {}],
    ['1.0 for 1', { data: { amount: '1.0' } }, { data: { amount: '1' } }],
    ['a number for a text', { data: { amount: 1 } }, { data: { amount: '1' } }],
    ['a list in another order', { data: { to: ['a', 'b'] } }, { data: { to: ['b', 'a'] } }],
    ['another field', { data: { ...PAYMENT.data, urgent: true } }, {}],
    ['another text', { text: 'Pay 1.00 EUR to Miller & Sons' }, {}],
    ['another id', { id: 'payment_82' }, {}],
  ])('is another for %s', (_, change, before) => {
    expect(digestOf(change)).not.toBe(digestOf(before));
  });

  it('takes numbers for what JSON says: 1.0 is 1', () => {
    expect(digestOf({ data: JSON.parse('{"amount":1.0}') })).toBe(
      digestOf({ data: { amount: 1 } }),
    );
  });
});

describe('an operation', () => {
  it.each([
    ['a line break', 'Pay 120\nto me'],
    ['a carriage return', 'Pay 120\rto me'],
    ['a line separator', 'Pay 120\u2028to me'],
    ['a control character', 'Pay 120\u0007'],
    ['a bidirectional override', 'Pay \u202e021'],
    ['a bidirectional isolate', 'Pay \u2066120'],
    ['an invisible character', 'Pay 1\u200b20'],
    ['a lone surrogate', 'Pay \ud800'],
    ['markup', 'Pay <b>120</b>'],
    ['a space at its beginning', ' Pay 120'],
    ['a space at its end', 'Pay 120 '],
    ['nothing', ''],
    ['only a space', ' '],
    ['61 characters', 'x'.repeat(61)],
    ['a number', 120],
  ])('is not one with %s in its text', (_, text) => {
    const { code, violations } = readOperation({ ...PAYMENT, text })._unsafeUnwrapErr();
    expect(code).toBe('operation_invalid');
    expect(violations).toMatchObject([{ field: 'operation.text', rule: 'text', value: null }]);
  });

  it.each([
    ['60 characters', 'x'.repeat(60)],
    ['60 characters beyond the basic plane', '😀'.repeat(60)],
    ['one character', '1'],
    ['Arabic', 'ادفع ١٢٠'],
  ])('may have %s in its text', (_, text) => {
    expect(readOperation({ ...PAYMENT, text }).isOk()).toBe(true);
  });

  it.each([
    [{ id: '' }, 'id', 'text'],
    [{ id: 'x'.repeat(129) }, 'id', 'text'],
    [{ id: undefined }, 'id', 'required'],
    [{ data: undefined }, 'data', 'required'],
    [{ data: null }, 'data', 'type'],
    [{ data: ['120.00'] }, 'data', 'type'],
    [{ data: { at: new Date(0) } }, 'data', 'json'],
    [{ data: { note: undefined } }, 'data', 'json'],
    [{ data: { note: 'x'.repeat(4_096) } }, 'data', 'json'],
    [{ data: JSON.parse('{"a":'.repeat(9) + '1' + '}'.repeat(9)) }, 'data', 'json'],
    [{ amount: '120.00' }, 'amount', 'unknown_field'],
  ])('with %j is refused for %s: %s', (change, field, rule) => {
    const { violations } = readOperation({ ...PAYMENT, ...change })._unsafeUnwrapErr();
    expect(violations).toMatchObject([{ field: `operation.${field}`, rule, value: null }]);
  });

  it.each([[null], ['payment_81'], [[]]])('is not %j', (input) => {
    const { violations } = readOperation(input)._unsafeUnwrapErr();
    expect(violations).toMatchObject([{ field: 'operation', rule: 'type' }]);
  });
});
