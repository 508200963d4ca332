/** The basic characters of GSM 03.38 (3GPP TS 23.038 section 6.2.1): one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** The extension table: an escape and a character, two septets each. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/**
 * Returns the length of a text in GSM-7 characters (septets). Null if a character is outside that alphabet, because
 * the message would then use UCS-2, which holds fewer characters and costs more.
 */
export function gsm7Length(text: string): number | null {
  let length = 0;
  for (const character of text) {
    if (BASIC.has(character)) length += 1;
    else if (EXTENDED.has(character)) length += 2;
    else return null;
  }
  return length;
}
