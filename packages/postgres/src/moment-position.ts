/** Where a page ends in a list by moment and id; {@link readMomentPosition} takes it apart. */
export function momentPosition(moment: Date, id: string): string {
  return `${moment.toISOString()}|${id}`;
}

/** The moment and the id; a moment holds no bar. */
export function readMomentPosition(position: string): readonly [moment: string, id: string] {
  const bar = position.indexOf('|');
  return [position.slice(0, bar), position.slice(bar + 1)];
}
