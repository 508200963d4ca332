import { expect, it } from 'vitest';
import { systemStretch } from './stretch.js';

it('a secret is stretched by scrypt with the parameters of the known answer of RFC 7914 section 12', async () => {
  const key = await systemStretch('pleaseletmein', Buffer.from('SodiumChloride'));
  expect(Buffer.from(key).toString('hex')).toBe(
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2',
  );
});
