import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, minutes } from '../../shared/duration.js';
import { serviceSignature } from './signature.js';
import { verifySignature, type HmacSha256, type SignatureRules } from './verify-signature.js';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const OTHER = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
const NOW = new Date('2026-01-01T00:00:00.000Z');
const TIMESTAMP = NOW.toISOString();
const TEXT = '{"event_type":"user.deleted","name":"Zoë 😀"}';
const BODY = new TextEncoder().encode(TEXT);
const RULES: SignatureRules = { secrets: [SECRET], toleranceMs: minutes(5), now: NOW };

const hmac: HmacSha256 = (secret, text, bytes) =>
  createHmac('sha256', secret).update(text).update(bytes).digest('hex');

async function verdict(
  signature: string,
  rules: Partial<SignatureRules> = {},
  body: Uint8Array = BODY,
): Promise<string> {
  return (await verifySignature({ signature, body }, { ...RULES, ...rules }, hmac)).type;
}

const GOOD = serviceSignature([SECRET], TIMESTAMP, TEXT);
const DIGEST = GOOD.slice(GOOD.indexOf('v1=') + 3);
const WRONG = 'f'.repeat(64);

describe('a signature', () => {
  it('is valid over the very bytes, and gives its timestamp', async () => {
    expect(await verifySignature({ signature: GOOD, body: BODY }, RULES, hmac)).toEqual({
      type: 'valid',
      timestamp: TIMESTAMP,
    });
  });

  it('can be checked by Web Crypto as well', async () => {
    const webCrypto: HmacSha256 = async (secret, text, bytes) => {
      const raw = Buffer.from(secret);
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign']);
      const message = Buffer.concat([Buffer.from(text), bytes]);
      return Buffer.from(await crypto.subtle.sign('HMAC', key, message)).toString('hex');
    };
    const { type } = await verifySignature({ signature: GOOD, body: BODY }, RULES, webCrypto);
    expect(type).toBe('valid');
  });

  it.each([
    ['nothing', ''],
    ['no signature', `t=${TIMESTAMP}`],
    ['an empty element', `t=${TIMESTAMP},`],
    ['no timestamp', `v1=${DIGEST}`],
    ['the timestamp last', `v1=${DIGEST},t=${TIMESTAMP}`],
    ['two timestamps', `t=${TIMESTAMP},t=${TIMESTAMP},v1=${DIGEST}`],
    ['an empty timestamp', `t=,v1=${DIGEST}`],
    ['seconds since 1970', `t=1767225600,v1=${DIGEST}`],
    ['a timestamp without milliseconds', `t=2026-01-01T00:00:00Z,v1=${DIGEST}`],
    ['a timestamp of another zone', `t=2026-01-01T01:00:00.000+01:00,v1=${DIGEST}`],
    ['no such moment', `t=2026-13-01T00:00:00.000Z,v1=${DIGEST}`],
    ['upper-case hex', `t=${TIMESTAMP},v1=${DIGEST.toUpperCase()}`],
    ['a short digest', `t=${TIMESTAMP},v1=${DIGEST.slice(2)}`],
    ['a long digest', `t=${TIMESTAMP},v1=${DIGEST}00`],
    ['base64', `t=${TIMESTAMP},v1=RW2I0WOA7jT4Kyo/Ye6OU1gDJNevOfZC0i5FbuvNnpo=`],
    ['an empty digest', `t=${TIMESTAMP},v1=`],
    ['one good and one bad digest', `t=${TIMESTAMP},v1=${DIGEST},v1=xyz`],
    ['a blank after the comma', `t=${TIMESTAMP}, v1=${DIGEST}`],
    ['a blank in front', ` ${GOOD}`],
    ['a blank at the end', `${GOOD} `],
    ['a line break at the end', `${GOOD}\n`],
    ['another separator', `t=${TIMESTAMP};v1=${DIGEST}`],
    ['upper-case names', `T=${TIMESTAMP},V1=${DIGEST}`],
    ['invalid elements', `t=${TIMESTAMP},v1=${DIGEST},x`],
    ['other names', `t=${TIMESTAMP},v1=${DIGEST},keyid=7`],
    ['another version alone', `t=${TIMESTAMP},v2=${DIGEST}`],
    ['version 0 alone', `t=${TIMESTAMP},v0=${DIGEST}`],
    ['an empty element of another version', `t=${TIMESTAMP},v1=${DIGEST},v2=`],
    ['a blank in another version', `t=${TIMESTAMP},v1=${DIGEST},v2=a b`],
    ['a version that is no number', `t=${TIMESTAMP},v1=${DIGEST},vx=${DIGEST}`],
    ['17 elements of two versions', `t=${TIMESTAMP},v1=${DIGEST}${',v2=x'.repeat(16)}`],
    ['17 signatures', [`t=${TIMESTAMP}`, ...Array<string>(17).fill(`v1=${DIGEST}`)].join(',')],
    ['a thousand', [`t=${TIMESTAMP}`, ...Array<string>(1_000).fill(`v1=${DIGEST}`)].join(',')],
    ['a million commas', `t=${TIMESTAMP}${','.repeat(1_000_000)}`],
  ])('is malformed with %s', async (_, header) => {
    expect(await verdict(header)).toBe('signature_malformed');
  });

  it('may stand among others, of this version and of later ones', async () => {
    const wrong = Array<string>(15).fill(`v1=${WRONG}`);
    expect(await verdict([`t=${TIMESTAMP}`, ...wrong, `v1=${DIGEST}`].join(','))).toBe('valid');
    expect(await verdict(`t=${TIMESTAMP},v2=new,v1=${DIGEST},v10=+/=`)).toBe('valid');
  });

  it.each([
    [0, 'valid'],
    [minutes(5), 'valid'],
    [minutes(5) + 1, 'timestamp_out_of_tolerance'],
    [-minutes(5), 'valid'],
    [-minutes(5) - 1, 'timestamp_out_of_tolerance'],
    [minutes(600_000), 'timestamp_out_of_tolerance'],
  ])('that is %d ms old is %s', async (age, expected) => {
    expect(await verdict(GOOD, { now: addMs(NOW, age) })).toBe(expected);
  });

  it('is of no age by a clock that gives no moment', async () => {
    expect(await verdict(GOOD, { now: new Date(Number.NaN) })).toBe('timestamp_out_of_tolerance');
  });

  it('is judged by its age before anything is computed', async () => {
    const never: HmacSha256 = () => {
      throw new Error('computed');
    };
    const rules = { ...RULES, now: addMs(NOW, minutes(6)) };
    const { type } = await verifySignature({ signature: GOOD, body: BODY }, rules, never);
    expect(type).toBe('timestamp_out_of_tolerance');
  });

  it.each([
    ['its one secret', [SECRET], [SECRET], 'valid'],
    ['the old of two', [SECRET, OTHER], [OTHER], 'valid'],
    ['the new of two', [SECRET, OTHER], [SECRET], 'valid'],
    ['both', [OTHER, SECRET], [SECRET, OTHER], 'valid'],
    ['a second one', [SECRET], [OTHER, SECRET], 'valid'],
    ['another', [SECRET], [OTHER], 'signature_mismatch'],
    ['the same without its prefix', [SECRET], [SECRET.slice(6)], 'signature_mismatch'],
    ['the same and a blank', [SECRET], [`${SECRET} `], 'signature_mismatch'],
  ])('made with one or more secrets and checked with %s', async (_, made, secrets, expected) => {
    expect(await verdict(serviceSignature(made, TIMESTAMP, TEXT), { secrets })).toBe(expected);
  });

  it('does not hold by an HMAC that is shorter or longer than its digest', async () => {
    for (const made of [DIGEST.slice(1), `${DIGEST}0`, '']) {
      const { type } = await verifySignature({ signature: GOOD, body: BODY }, RULES, () => made);
      expect(type).toBe('signature_mismatch');
    }
  });

  it('does not hold for another timestamp, though both are in time', async () => {
    const later = addMs(NOW, 1).toISOString();
    expect(await verdict(GOOD.replace(TIMESTAMP, later))).toBe('signature_mismatch');
  });

  it('cannot be moved between timestamp and body', async () => {
    const body = new TextEncoder().encode(`.${TEXT}`);
    expect(await verdict(GOOD, {}, body)).toBe('signature_mismatch');
  });

  it('holds for an empty body and for bytes that are no text', async () => {
    for (const bytes of [new Uint8Array(), Uint8Array.from([0, 255, 254, 192])]) {
      const digest = createHmac('sha256', SECRET).update(`${TIMESTAMP}.`).update(bytes);
      const header = `t=${TIMESTAMP},v1=${digest.digest('hex')}`;
      expect(await verdict(header, {}, bytes)).toBe('valid');
    }
  });

  it.each<[string, Partial<SignatureRules>]>([
    ['no secret', { secrets: [] }],
    ['an empty secret', { secrets: [SECRET, ''] }],
    ['no tolerance', { toleranceMs: 0 }],
    ['less than none', { toleranceMs: -1 }],
    ['a tolerance that is no number', { toleranceMs: Number.NaN }],
  ])('cannot be checked with %s', async (_, rules) => {
    await expect(verdict(GOOD, rules)).rejects.toThrow(TypeError);
  });

  it('of any body holds, and with any byte changed does not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (text, at, mask) => {
          const body = new TextEncoder().encode(text);
          const header = serviceSignature([SECRET], TIMESTAMP, text);
          expect(await verdict(header, {}, body)).toBe('valid');
          const changed = body.slice();
          const index = body.length === 0 ? 0 : at % body.length;
          changed[index] = (changed[index] ?? 0) ^ mask;
          const longer = Uint8Array.from([...body, mask]);
          expect(await verdict(header, {}, longer)).toBe('signature_mismatch');
          expect(await verdict(header, {}, changed)).toBe(
            body.length === 0 ? 'valid' : 'signature_mismatch',
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('with any digit of its digest changed does not hold', async () => {
    for (const [index, digit] of Array.from(DIGEST).entries()) {
      const other = ((Number.parseInt(digit, 16) + 1) % 16).toString(16);
      const changed = DIGEST.slice(0, index) + other + DIGEST.slice(index + 1);
      expect(await verdict(`t=${TIMESTAMP},v1=${changed}`)).toBe('signature_mismatch');
    }
  });
});
