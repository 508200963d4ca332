import type { AuditEntry } from '../records/audit-event.js';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  auditHash,
  canonicalJson,
  GENESIS_HASH,
  findAnchorBreak,
  findChainBreak,
  parseCanonicalJson,
} from './audit-chain.js';
import { newAuditEvent } from './new-audit-event.js';

const EVENT = newAuditEvent({
  id: 'e1',
  type: 'hipaa.enabled',
  at: new Date('2024-02-29T12:00:00.007Z'),
  actor: { type: 'identity', id: 'ada' },
  target: null,
  details: { reason: 'a "hospital"\n\0' },
  client: { address: '192.0.2.0/24', userAgent: 'a "browser"' },
});

it('the text of an event has its keys in a fixed order, and gives the event back', () => {
  const { id, type, at, actor, target, details, client, retainUntil } = EVENT;
  const shuffled = { retainUntil, client, details, target, actor, at, type, id };
  expect(canonicalJson(shuffled)).toBe(canonicalJson(EVENT));
  expect(canonicalJson(EVENT)).toMatch(
    /^\{"id":"e1","type":"hipaa\.enabled","at":"2024-02-29T12:00:00\.007Z",.*"retainUntil":"[^"]+"\}$/,
  );
  expect(parseCanonicalJson(canonicalJson(EVENT))).toEqual(EVENT);
});

it('an event is kept for 6 years, from a leap day until 1 March', () => {
  expect(EVENT.retainUntil).toEqual(new Date('2030-03-01T12:00:00.007Z'));
  const usual = newAuditEvent({ ...EVENT, at: new Date('2026-01-31T00:00:00.000Z') });
  expect(usual.retainUntil).toEqual(new Date('2032-01-31T00:00:00.000Z'));
});

it('a hash is SHA-256 over three lines', () => {
  const lines = createHash('sha256').update(`${GENESIS_HASH}\n1\n{"ü":1}`, 'utf8').digest('hex');
  expect(auditHash(GENESIS_HASH, 1, '{"ü":1}')).toBe(lines);
});

describe('a chain', () => {
  const whole = chainOf(['a', 'b', 'c', 'd']);

  it('that is whole has no break, in one run or in several, and without a purged beginning', () => {
    expect(findChainBreak(whole, null)).toBeNull();
    expect(findChainBreak(whole.slice(2), whole[1]!)).toBeNull();
    expect(findChainBreak(whole.slice(2), null)).toBeNull();
    expect(findChainBreak([], null)).toBeNull();
  });

  it.each<[string, AuditEntry[], object]>([
    ['a changed text', replaced(1, { text: 'x' }), { sequence: 2, reason: 'hash' }],
    ['a changed hash', replaced(1, { hash: GENESIS_HASH }), { sequence: 2, reason: 'hash' }],
    ['a changed place', replaced(3, { sequence: 5 }), { sequence: 5, reason: 'gap' }],
    ['a missing entry', whole.toSpliced(1, 1), { sequence: 3, reason: 'gap' }],
    ['two in the wrong order', [whole[1]!, whole[0]!], { sequence: 1, reason: 'gap' }],
    [
      'a second entry with the first place',
      replaced(1, { sequence: 1 }),
      { sequence: 1, reason: 'gap' },
    ],
    ['a repeated entry', [whole[0]!, whole[0]!], { sequence: 1, reason: 'gap' }],
    [
      'a false beginning',
      replaced(0, { previousHash: 'f'.repeat(64) }),
      { sequence: 1, reason: 'link' },
    ],
    [
      'an entry that follows another',
      replaced(2, { previousHash: GENESIS_HASH }),
      { sequence: 3, reason: 'link' },
    ],
  ])('with %s breaks there', (_, entries, expected) => {
    expect(findChainBreak(entries, null)).toEqual(expected);
  });

  function replaced(index: number, change: Partial<AuditEntry>): AuditEntry[] {
    return whole.with(index, { ...whole[index]!, ...change });
  }
});

describe('heads that were kept elsewhere', () => {
  const entries = chainOf(['a', 'b', 'c']);
  it.each<[string, Pick<AuditEntry, 'sequence' | 'hash'>[], object | null]>([
    ['none', [], null],
    ['two that are in the log', [entries[2]!, entries[0]!], null],
    [
      'one of another hash',
      [entries[2]!, { sequence: 2, hash: GENESIS_HASH }],
      { sequence: 2, reason: 'anchor' },
    ],
    [
      'two that are not in the log',
      [
        { sequence: 5, hash: GENESIS_HASH },
        { sequence: 4, hash: GENESIS_HASH },
      ],
      { sequence: 4, reason: 'anchor' },
    ],
  ])('%s', (_, anchors, expected) => {
    expect(findAnchorBreak(entries, anchors)).toEqual(expected);
  });
});

function chainOf(texts: readonly string[]): AuditEntry[] {
  let previousHash = GENESIS_HASH;
  return texts.map((text, index) => {
    const sequence = index + 1;
    const hash = auditHash(previousHash, sequence, text);
    const entry = { sequence, text, previousHash, hash };
    previousHash = hash;
    return entry;
  });
}
