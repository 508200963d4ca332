import { expect, it } from 'vitest';
import { withCheckedArguments, type ArgumentRule } from './check-arguments.js';

const TEXT: ArgumentRule = {
  name: 'id',
  expected: 'a string',
  isValid: (value) => typeof value === 'string',
};
const things = withCheckedArguments(
  'things',
  {
    get: async (id: string, more?: number) => `${id} ${String(more)}`,
    count: () => Promise.resolve(7),
  },
  { get: [TEXT], count: [] },
);

it('a method is called with what it was given, where that is of the right kind', async () => {
  expect([await things.get('a', 2), await things.get('a'), await things.count()]).toEqual([
    'a 2',
    'a undefined',
    7,
  ]);
});

it.each([undefined, null, 7, ['a']])(
  'a method rejects %j by the name of the argument',
  async (id) => {
    await expect(things.get(id as never)).rejects.toThrow(
      new TypeError('things.get: id must be a string'),
    );
  },
);
