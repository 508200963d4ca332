/**
 * Values as JSON that keeps their times: a date is `{"$date": milliseconds}`. No record that is stored has a field of
 * that name.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, plain) {
    const original = this[key];
    return original instanceof Date ? { $date: original.getTime() } : (plain as unknown);
  });
}

export function fromJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) =>
    isDate(value) ? new Date(value.$date) : value,
  );
}

function isDate(value: unknown): value is { readonly $date: number } {
  return typeof value === 'object' && value !== null && '$date' in value;
}
