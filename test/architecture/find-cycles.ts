interface Edge {
  readonly from: string;
  readonly target: string;
}

/** The cycles that a depth-first walk meets, each once, first node repeated at its end: `['a', 'b', 'a']`. */
export function findCycles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { from, target } of edges) {
    targets.set(from, [...(targets.get(from) ?? []), target]);
  }

  const cycles: string[][] = [];
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) {
      cycles.push([...path.slice(start), node]);
      return;
    }
    if (done.has(node)) return;
    for (const target of targets.get(node) ?? []) walk(target, [...path, node]);
    done.add(node);
  };
  for (const node of targets.keys()) walk(node, []);
  return cycles;
}
