import { createFixedClock, createRecordingLogger } from '@stepward/testing';
import { describe, expect, it, vi } from 'vitest';
import { createPeopleNames } from './people-names.js';
import type { PeoplePort } from './people-port.js';

const NOTHING = { name: null, context: { organisationId: null, memberSince: null } };

function namesOver(port: Partial<PeoplePort> | null) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const whole = port && { search: async () => [], find: async () => null, ...port };
  return { clock, logger, names: createPeopleNames({ port: whole, clock, logger }) };
}

/** What a port in JavaScript may return. */
const anything = (value: unknown) => async () => value as never;

describe('a search', () => {
  it('finds nobody without a port', async () => {
    const { names } = namesOver(null);
    expect(names.isSearchable).toBe(false);
    expect(await names.search('acme', 'ada')).toEqual([]);
    expect(await names.find('acme', 'ada')).toEqual(NOTHING);
  });

  it('leaves out what has no id, and shows at most 20', async () => {
    const found = [null, 'ada', {}, { identityId: '' }, { identityId: 'a\nb' }, { identityId: 7 }];
    const many = Array.from({ length: 30 }, (_, at) => ({ identityId: `m${String(at)}`, name: 7 }));
    const { names } = namesOver({ search: anything([...found, ...many]) });
    const shown = await names.search('acme', 'm');
    expect(shown).toHaveLength(20);
    expect(shown?.[0]).toEqual({ identityId: 'm0', name: null });
  });

  it('reads no more of 10,000 people than it shows', async () => {
    let read = 0;
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      get identityId() {
        read += 1;
        return `m${String(at)}`;
      },
    }));
    const { names } = namesOver({ search: anything(many) });
    expect(await names.search('acme', 'm')).toHaveLength(20);
    expect(read).toBe(20);
  });

  it('that hangs has failed after 5 seconds, and what it returns later is nobody', async () => {
    let answerLate: (found: []) => void = () => undefined;
    const late = new Promise<[]>((resolve) => (answerLate = resolve));
    const { names, clock, logger } = namesOver({ search: () => late });
    const searching = names.search('acme', 'ada');
    clock.advance(5_000);
    expect(await searching).toBeNull();
    answerLate([]);
    await late;
    expect(logger.lines).toMatchObject([{ fields: { method: 'search', reason: 'timeout' } }]);
  });

  it.each([undefined, null, {}, 'ada'])('that returns %j has failed', async (value) => {
    const { names, logger } = namesOver({ search: anything(value) });
    expect(await names.search('acme', 'ada')).toBeNull();
    expect(logger.lines).toMatchObject([
      { level: 'warn', fields: { tenantId: 'acme', method: 'search', reason: 'TypeError' } },
    ]);
  });
});

describe('a person', () => {
  it.each([null, undefined, 'Ada', 7, { name: 7, organisationId: 7, memberSince: 'today' }])(
    'about whom the host says %j is nothing known',
    async (value) => {
      const { names } = namesOver({ find: anything(value) });
      expect(await names.find('acme', 'ada')).toEqual(NOTHING);
    },
  );

  it('has no deadline from a time that is invalid', async () => {
    const { names } = namesOver({ find: anything({ memberSince: new Date(Number.NaN) }) });
    expect(await names.find('acme', 'ada')).toEqual(NOTHING);
  });
});

it.each([null, undefined, 'Ada Lovelace', { name: 7 }])(
  'a host that throws %j has failed, and nothing of it is logged',
  async (thrown) => {
    const { names, logger } = namesOver({
      search: vi.fn<PeoplePort['search']>().mockRejectedValue(thrown),
    });
    expect(await names.search('acme', 'ada')).toBeNull();
    expect(logger.lines).toHaveLength(1);
    expect(JSON.stringify(logger.lines)).not.toContain('Lovelace');
  },
);

it('a person who cannot be read has failed', async () => {
  const broken = Object.defineProperty({}, 'name', {
    get: () => {
      throw new RangeError('Ada Lovelace');
    },
  });
  const { names, logger } = namesOver({ find: anything(broken) });
  expect(await names.find('acme', 'ada')).toEqual(NOTHING);
  expect(logger.lines).toMatchObject([{ fields: { method: 'find', reason: 'RangeError' } }]);
});

it('a host that throws before it returns a promise has failed', async () => {
  const throwing = () => {
    throw new RangeError('Ada Lovelace');
  };
  const { names, logger } = namesOver({ find: throwing });
  expect(await names.find('acme', 'ada')).toEqual(NOTHING);
  expect(logger.lines).toMatchObject([{ fields: { method: 'find', reason: 'RangeError' } }]);
  expect(JSON.stringify(logger.lines)).not.toContain('Lovelace');
});

it('a host that hangs has failed after 5 seconds', async () => {
  const { names, clock, logger } = namesOver({ find: () => new Promise(() => undefined) });
  let isDone = false;
  const finding = names.find('acme', 'ada').finally(() => (isDone = true));
  clock.advance(4_999);
  await Promise.resolve();
  expect(isDone).toBe(false);
  clock.advance(1);
  expect(await finding).toEqual(NOTHING);
  expect(logger.lines).toMatchObject([{ fields: { method: 'find', reason: 'timeout' } }]);
});
