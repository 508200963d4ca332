import { readFileSync } from 'node:fs';

/**
 * What Linux knows about a process; null when it does not exist, or on a system without `/proc`.
 */
export function processState(pid: number): { state: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: state!, parent: Number(parent) };
  } catch {
    return null;
  }
}
