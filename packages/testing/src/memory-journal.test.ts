import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from './memory-journal.js';

function tableOfTwo() {
  const journal = createMemoryJournal();
  const table = journal.table<number>();
  table.set('a', 1);
  table.set('b', 2);
  journal.commit();
  return { journal, table };
}

describe('the journal', () => {
  it('undoes everything since the last commit, in all tables', () => {
    const { journal, table } = tableOfTwo();
    const other = journal.table<string>();
    table.set('a', 10);
    table.set('a', 11);
    table.delete('b');
    table.set('c', 3);
    other.set('x', 'y');

    journal.rollBack();

    expect(Object.fromEntries(table.entries())).toEqual({ a: 1, b: 2 });
    expect(other.entries()).toEqual([]);
  });

  it('undoes nothing that was committed', () => {
    const { journal, table } = tableOfTwo();
    table.delete('a');
    journal.commit();
    journal.rollBack();
    expect(table.entries()).toEqual([['b', 2]]);
  });

  it('lets a sweep delete rows as it goes', () => {
    const { table } = tableOfTwo();
    for (const [key] of table.entries()) table.delete(key);
    expect(table.get('a')).toBeUndefined();
    expect(table.entries()).toEqual([]);
  });
});
