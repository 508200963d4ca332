/** The oldest Node that Stepward runs on; `engines` of every package says the same. */
export const MIN_NODE_VERSION = '20.19';

/** The version of Node, or the one that another runtime is compatible with; undefined if it names none. */
export function nodeVersion(): string | undefined {
  if (typeof process === 'undefined') return undefined;
  // Some runtimes have a part of `process` alone.
  const { versions } = process as { readonly versions?: { readonly node?: string } };
  return versions?.node;
}

/**
 * Refuses a Node that is too old.
 *
 * @param version for example `20.19.0`; undefined, as on edge runtimes, passes
 * @throws Error that says what was found, what is needed and what to do.
 */
export function requireNode(version: string | undefined): void {
  if (version === undefined || isAtLeast(version, MIN_NODE_VERSION)) return;
  throw new Error(`Node ${version} is too old for Stepward: use Node ${MIN_NODE_VERSION} or newer`);
}

function isAtLeast(version: string, minimum: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = minimum.split('.').map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
