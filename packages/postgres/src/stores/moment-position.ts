/** The position of a page's end in a list by time and id; {@link readMomentPosition} parses it. */
export function momentPosition(moment: Date, id: string): string {
  return `${moment.toISOString()}|${id}`;
}

/** The time and the id. A time contains no bar. */
export function readMomentPosition(position: string): readonly [moment: string, id: string] {
  const bar = position.indexOf('|');
  return [position.slice(0, bar), position.slice(bar + 1)];
}
