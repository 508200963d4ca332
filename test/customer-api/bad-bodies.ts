/** Bodies of a PUT of a security policy that no well-meaning client sends. */

/** The field as the caller spelled it, and the rule that it breaks. */
type Named = readonly [field: string, rule: string];

const FACTORS_OF_100_KB = Array<string>(16_000).fill('fax');

/** JSON that breaks rules of fields: each of them is named, and nothing else. */
export const badFields: readonly (readonly [string, unknown, ...Named[]])[] = [
  ['an unknown key', { passwordMinLen: 12 }, ['passwordMinLen', 'unknown_field']],
  ['a known key in other letters', { MfaPolicy: 'always' }, ['MfaPolicy', 'unknown_field']],
  ['a key with a space', { ' mfaPolicy': 'always' }, [' mfaPolicy', 'unknown_field']],
  ['a key with a NUL', { 'mfaPolicy\0': 'always' }, ['mfaPolicy\0', 'unknown_field']],
  ['half a surrogate pair for a key', '{"\\ud800":1}', ['\ud800', 'unknown_field']],
  [
    'a good field beside an unknown one',
    { mfa_policy: 'always', mfaPolicies: 'always' },
    ['mfaPolicies', 'unknown_field'],
  ],
  [
    'a field of a tenant record',
    { min_length: 12, enforcement: 'required' },
    ['min_length', 'unknown_field'],
    ['enforcement', 'unknown_field'],
  ],
  [
    'texts for numbers',
    { passwordMinLength: '12', session_timeout_minutes: '' },
    ['passwordMinLength', 'type'],
    ['session_timeout_minutes', 'type'],
  ],
  [
    'numbers for texts',
    { mfaPolicy: 1, mfa_enforcement: 0 },
    ['mfaPolicy', 'one_of'],
    ['mfa_enforcement', 'one_of'],
  ],
  [
    'numbers for booleans',
    { passwordHibpCheck: 1, password_require_symbol: 0 },
    ['passwordHibpCheck', 'type'],
    ['password_require_symbol', 'type'],
  ],
  [
    'texts for booleans',
    { requirePhoneVerification: 'true', password_hibp_check: '' },
    ['requirePhoneVerification', 'type'],
    ['password_hibp_check', 'type'],
  ],
  [
    'booleans for numbers',
    { gracePeriodMs: true, password_disallow_reuse: false },
    ['gracePeriodMs', 'type'],
    ['password_disallow_reuse', 'type'],
  ],
  [
    'floats for integers',
    '{"passwordMinLength":12.5,"session_timeout_minutes":5.0000001}',
    ['passwordMinLength', 'type'],
    ['session_timeout_minutes', 'type'],
  ],
  [
    'negative numbers',
    { passwordDisallowReuse: -1, password_max_age_days: -90, gracePeriodMs: -1 },
    ['passwordDisallowReuse', 'minimum'],
    ['password_max_age_days', 'minimum'],
    ['gracePeriodMs', 'minimum'],
  ],
  [
    '1e400 and -1e400, which are infinite',
    '{"sessionTimeoutMinutes":1e400,"passwordDisallowReuse":-1e400}',
    ['sessionTimeoutMinutes', 'type'],
    ['passwordDisallowReuse', 'type'],
  ],
  [
    '2^53 and above, which are no longer exact',
    '{"sessionTimeoutMinutes":9007199254740992,"session_idle_timeout_minutes":1e300}',
    ['sessionTimeoutMinutes', 'type'],
    ['session_idle_timeout_minutes', 'type'],
  ],
  [
    'lists and objects for scalars',
    { passwordMinLength: [12], mfaPolicy: { always: true }, passwordHibpCheck: [] },
    ['passwordMinLength', 'type'],
    ['mfaPolicy', 'one_of'],
    ['passwordHibpCheck', 'type'],
  ],
  ['other things for a list', { allowedFactors: 'sms' }, ['allowedFactors', 'type']],
  [
    'an object that looks like a list',
    { allowed_factors: { 0: 'sms', length: 1 } },
    ['allowed_factors', 'type'],
  ],
  ['a list of 100 kB', { allowedFactors: FACTORS_OF_100_KB }, ['allowedFactors', 'one_of']],
  ['a list in a list', { allowedFactors: [['sms']] }, ['allowedFactors', 'one_of']],
  ['null in a list', { allowed_factors: ['sms', null] }, ['allowed_factors', 'one_of']],
  [
    'factors in upper case',
    { allowedFactors: ['SMS'], preferred_factor: 'TOTP' },
    ['allowedFactors', 'one_of'],
    ['preferred_factor', 'one_of'],
  ],
  [
    'both spellings, contradicting each other',
    { passwordMinLength: 12, password_min_length: 13 },
    ['passwordMinLength, password_min_length', 'contradiction'],
  ],
  [
    'both spellings, one of them wrong',
    { password_min_length: 7, passwordMinLength: 12 },
    ['password_min_length', 'minimum'],
    ['password_min_length, passwordMinLength', 'contradiction'],
  ],
  [
    'a key twice, the second value wrong',
    '{"passwordMinLength":12,"passwordMinLength":7}',
    ['passwordMinLength', 'minimum'],
  ],
  ['__proto__', '{"__proto__":{"mfaPolicy":"always"}}', ['__proto__', 'unknown_field']],
  [
    '__proto__ twice, beside a good field',
    '{"__proto__":{"a":1},"__proto__":null,"mfaPolicy":"always"}',
    ['__proto__', 'unknown_field'],
  ],
  [
    'constructor and its prototype',
    '{"constructor":{"prototype":{"mfaPolicy":"always"}}}',
    ['constructor', 'unknown_field'],
  ],
  [
    'other names that every object has',
    { toString: 1, hasOwnProperty: null, valueOf: {} },
    ['toString', 'unknown_field'],
    ['hasOwnProperty', 'unknown_field'],
    ['valueOf', 'unknown_field'],
  ],
  [
    '__proto__ for a word',
    { mfaPolicy: '__proto__', preferredFactor: 'constructor' },
    ['mfaPolicy', 'one_of'],
    ['preferredFactor', 'one_of'],
  ],
];

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Bodies that are no JSON object: status, code and reason. */
export const badBodies: readonly (readonly [string, string | Uint8Array, string])[] = [
  ['NaN', '{"passwordMinLength":NaN}', '400 validation_error body_malformed'],
  ['Infinity', '{"passwordMinLength":Infinity}', '400 validation_error body_malformed'],
  ['-Infinity', '{"passwordMinLength":-Infinity}', '400 validation_error body_malformed'],
  ['undefined', '{"passwordMinLength":undefined}', '400 validation_error body_malformed'],
  ['a hexadecimal number', '{"passwordMinLength":0x0C}', '400 validation_error body_malformed'],
  ['a leading zero', '{"passwordMinLength":012}', '400 validation_error body_malformed'],
  ['a trailing comma', '{"mfaPolicy":"always",}', '400 validation_error body_malformed'],
  ['a comment', '{"mfaPolicy":"always"/**/}', '400 validation_error body_malformed'],
  ['half an object', '{"mfaPolicy":"always"', '400 validation_error body_malformed'],
  ['two objects', '{"mfaPolicy":"always"}{}', '400 validation_error body_malformed'],
  ['a byte order mark, doubled', '\ufeff\ufeff{}', '400 validation_error body_malformed'],
  ['nothing', '', '400 validation_error body_malformed'],
  [
    'bytes that are not UTF-8',
    Buffer.from('{"mfaPolicy":"always","\u00ff":1}', 'latin1'),
    '400 validation_error body_malformed',
  ],
  ['a list', '[{"mfaPolicy":"always"}]', '400 validation_error body_invalid'],
  ['an empty list', '[]', '400 validation_error body_invalid'],
  ['a text', '"mfaPolicy"', '400 validation_error body_invalid'],
  ['a number', '12', '400 validation_error body_invalid'],
  ['null', 'null', '400 validation_error body_invalid'],
  ['true', 'true', '400 validation_error body_invalid'],
  ['very deep JSON', `{"a":${nested(100_000)}}`, '400 validation_error body_invalid'],
  [
    '300 kB, of which the beginning is good',
    `{"mfaPolicy":"always","pad":"${'a'.repeat(300_000)}"}`,
    '413 content_too_large body_too_large',
  ],
  [
    'one byte more than 256 KiB',
    `${'{"mfaPolicy":"always"'.padEnd(262_144)}}`,
    '413 content_too_large body_too_large',
  ],
];

/** Content types that are not JSON. */
export const badMediaTypes: readonly (readonly string[])[] = [
  [],
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/merge-patch+json'],
  ['application/json; charset=utf-16'],
  ['application/json, text/plain'],
  ['garbage'],
];
