type Json = Readonly<Record<string, unknown>>;

/** A part of an operation, and its name among the components where several operations have the same. */
export interface NamedPart {
  readonly name: string;
  readonly part: Json;
}

/** The components of one kind, for example `responses`. */
export interface SharedParts {
  /** By name, in alphabetical order. */
  readonly components: Json;
  /** A reference to the component, or the part itself if no other operation has it. */
  place(part: NamedPart): Json;
}

/**
 * Shares what occurs more than once, so a document states it once.
 *
 * @throws Error where two parts that are shared have the same name.
 */
export function shareParts(kind: string, parts: readonly NamedPart[]): SharedParts {
  const seen = new Set<string>();
  const shared = new Map<string, Json>();
  for (const { name, part } of parts) {
    const text = textOf(name, part);
    const known = shared.get(name);
    if (seen.has(text)) {
      if (known !== undefined && textOf(name, known) !== text) {
        throw new Error(`two ${kind} have the name ${name}`);
      }
      shared.set(name, part);
    }
    seen.add(text);
  }
  return {
    components: Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))),
    place({ name, part }) {
      const known = shared.get(name);
      const isShared = known !== undefined && textOf(name, known) === textOf(name, part);
      return isShared ? { $ref: `#/components/${kind}/${name}` } : part;
    },
  };
}

function textOf(name: string, part: Json): string {
  return JSON.stringify([name, part]);
}
