import { purgeStorage } from '@stepward/core/adapter';
import { expect } from 'vitest';
import type { StorageCall } from '../../src/storage/storage-call.js';
import { comparable } from './comparable.js';
import { eraseSome } from './erase-some.js';
import { readContent } from './read-content.js';
import type { TracedCall } from './record-trace.js';
import type { Replica } from './replicas.js';
import { runnerOn } from './run-call.js';

/**
 * Runs a trace on two empty storages. Fails at the first answer that differs, and where they do not have the same halfway, after
 * the trace, after a purge, and after erasures.
 */
export async function compareStorages(
  trace: readonly TracedCall[],
  reference: Replica,
  tested: Replica,
): Promise<void> {
  const both = [reference, tested];
  const [runOnReference, runOnTested] = [runnerOn(reference), runnerOn(tested)];
  const setTimes = (now: Date) => Promise.all(both.map(({ setTime }) => setTime(now)));

  async function compareContent(place: string): Promise<void> {
    const content = comparable(await readContent(tested, trace));
    expect(content, place).toEqual(comparable(await readContent(reference, trace)));
  }

  for (const [index, { at, call }] of trace.entries()) {
    await setTimes(at);
    const answer = comparable(await runOnTested(call));
    const place = `call ${String(index)}, ${textOf(call)}`;
    expect(answer, place).toEqual(comparable(await runOnReference(call)));
    // It differs where the trace lacks a call that stored something.
    if (isAlone(call)) expect(answer, `${place}, as recorded`).toEqual(comparable(call.answer));
    if (index === trace.length >> 1) await compareContent(`after call ${String(index)}`);
  }
  await compareContent('after the trace');
  const later = new Date((trace.at(-1)?.at.getTime() ?? 0) + PURGED_AFTER_MS);
  await setTimes(later);
  for (const { storage } of both) await purgeStorage(storage, later);
  await compareContent('after a purge');
  for (const { storage } of both) await eraseSome(storage, trace, later);
  await compareContent('after erasures');
}

/** Milliseconds from the last call to the purge: 31 days, when events have expired. */
const PURGED_AFTER_MS = 31 * 86_400_000;

/**
 * Whether the recorded answer is of what was stored at that place of the trace. Statements of a unit of work were answered before
 * it committed, and what waits is read in pages.
 */
function isAlone(call: StorageCall): call is Extract<StorageCall, { readonly answer: unknown }> {
  return 'answer' in call && !(call.type === 'queue' && call.method === 'waiting');
}

function textOf(call: StorageCall): string {
  return JSON.stringify(comparable(call), (name, value: unknown) =>
    name === 'answer' ? undefined : value,
  );
}
