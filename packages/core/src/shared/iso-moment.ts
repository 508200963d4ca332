/** A date with a time and a zone (RFC 3339 section 5.6). */
const ISO_MOMENT =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads an ISO 8601 timestamp with a time and a zone (RFC 3339 section 5.6). Null for anything else, and
 * outside the years 0000 to 9999 in UTC: a longer year would not sort as text among the others.
 */
export function parseIsoMoment(value: unknown): Date | null {
  const date = typeof value === 'string' ? ISO_MOMENT.exec(value)?.[1] : undefined;
  if (date === undefined || !isDay(date)) return null;
  const moment = new Date(String(value));
  return hasFourDigitYear(moment) ? moment : null;
}

/** No invalid date has. */
function hasFourDigitYear(moment: Date): boolean {
  const year = moment.getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/** `Date` reads the 31st of February as a day in March, so compare the result with the input. */
function isDay(date: string): boolean {
  const day = new Date(date);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
