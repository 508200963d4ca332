import { describe, expect, it } from 'vitest';
import { receiverWord } from './receiver-word.js';

describe('the word of a webhook-delivery header', () => {
  it.each([
    ['disable', 'disable'],
    ['abort', 'abort'],
    [' ABORT\t', 'abort'],
    ['Disable', 'disable'],
    ['abort, disable', 'disable'],
    ['later,abort', 'abort'],
    ['abort,abort', 'abort'],
  ])('of %j is %s', (header, word) => {
    expect(receiverWord(header)).toBe(word);
  });

  it.each([[null], [''], ['later'], ['abort; now'], ['dis able'], ['constructor'], [',']])(
    'is none in %j',
    (header) => {
      expect(receiverWord(header)).toBeNull();
    },
  );
});
