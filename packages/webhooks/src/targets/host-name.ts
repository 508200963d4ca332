/** Letters, digits, hyphens and underscores; 63 to a label, 253 in all (RFC 1035, section 2.3.4). */
const NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/** Whether a string is a name that can be looked up: in lower case, without a dot at the end. */
export function isHostName(text: string): boolean {
  return NAME.test(text);
}

/** `a.b.c` is under `b.c`, and so is `b.c` itself. */
export function isUnder(name: string, parent: string): boolean {
  return name === parent || name.endsWith(`.${parent}`);
}
