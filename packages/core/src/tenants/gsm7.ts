/** The basic characters of GSM 03.38 (3GPP TS 23.038 section 6.2.1): one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** The extension table: an escape and a character, two septets each. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Returns the length of a text in GSM-7 characters (septets); null if a character is outside that alphabet. */
export function gsm7Length(text: string): number | null {
  const { encoding, length } = smsLength(text);
  return encoding === 'gsm7' ? length : null;
}

/** How long a text is as a message, and so what it costs. */
export interface SmsLength {
  readonly encoding: 'gsm7' | 'ucs2';
  /** Septets in GSM-7, 16-bit units in UCS-2. */
  readonly length: number;
  /** Messages that it is sent as: of 160 or 70 units, or of 153 or 67 each where one does not hold it. */
  readonly segments: number;
}

/** Measures a text. One character outside GSM-7 makes all of it UCS-2. */
export function smsLength(text: string): SmsLength {
  const characters = Array.from(text);
  const isGsm7 = characters.every((each) => BASIC.has(each) || EXTENDED.has(each));
  const widths = characters.map((each) => (isGsm7 ? (EXTENDED.has(each) ? 2 : 1) : each.length));
  const length = widths.reduce((sum, width) => sum + width, 0);
  const [alone, joined] = isGsm7 ? [160, 153] : [70, 67];
  const segments = length <= alone ? 1 : segmentsOf(widths, joined);
  return { encoding: isGsm7 ? 'gsm7' : 'ucs2', length, segments };
}

/** A character of two units is never divided between segments. */
function segmentsOf(widths: readonly number[], capacity: number): number {
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > capacity) {
      segments += 1;
      used = 0;
    }
    used += width;
  }
  return segments;
}
