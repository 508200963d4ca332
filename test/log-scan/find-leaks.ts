/** Secrets that this run knows, because they were made, shown or sent in it. */
export interface KnownSecrets {
  /** One-time codes, 6 digits each. Only a code that stands alone counts: ids and times hold digits too. */
  readonly codes: ReadonlySet<string>;
  /** Tokens, keys, secrets, and phone numbers without their plus sign. They count wherever they stand. */
  readonly texts: ReadonlySet<string>;
}

/** What gives itself away by its shape, known or not. */
const SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  // Up to 8 digits are a prefix, such as a tenant may deny. Shorter numbers are found where they are known.
  ['a phone number', /(?<![A-Za-z0-9/+])\+[1-9][0-9]{8,14}(?![0-9])/g],
  ['a management key', /service_mgmt_(?:[\w.-]+\.)?[\w-]{43}/g],
  ['a webhook secret', /whsec_[A-Za-z0-9+/]{32,}=*/g],
  ['a JWT', /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g],
  ['a bearer token', /\bBearer +[\w\-.~+/]{8,}=*/gi],
  ['a secret or a digest', /(?<!\w)[0-9a-f]{64}(?!\w)/gi],
];

/**
 * Six digits that belong to nothing: no word, decimal, date or id goes on at either end, and they are not the milliseconds
 * of a field such as `retryAfterMs`, which would be one of the thousands of codes of a long run by chance.
 */
const LONE_CODE = /(?<!\w|\w[.-]|Ms"?: ?)[0-9]{6}(?!\w|[.-]\w)/g;

/** Every leak in a text, each with its kind. */
export function findLeaks(text: string, known: KnownSecrets): readonly string[] {
  const shaped = SHAPES.flatMap(([name, shape]) =>
    (text.match(shape) ?? []).map((found) => `${name}: ${found}`),
  );
  const codes = (text.match(LONE_CODE) ?? []).filter((digits) => known.codes.has(digits));
  const texts = [...known.texts].filter((secret) => text.includes(secret));
  return [
    ...shaped,
    ...codes.map((code) => `a code: ${code}`),
    ...texts.map((secret) => `a known secret: ${secret}`),
  ];
}
