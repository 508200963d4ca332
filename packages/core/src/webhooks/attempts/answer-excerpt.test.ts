import { describe, expect, it } from 'vitest';
import { answerExcerpt } from './answer-excerpt.js';

describe('the excerpt of an answer', () => {
  it('is the answer, where it is short and plain', () => {
    expect(answerExcerpt('{"ok":true}\n')).toBe('{"ok":true}\n');
  });

  it('ends after 16,384 characters', () => {
    expect(answerExcerpt('x'.repeat(20_000))).toBe('x'.repeat(16_384));
  });

  it('has no zero characters', () => {
    expect(answerExcerpt('a\0b\0')).toBe('a\uFFFDb\uFFFD');
  });
});
