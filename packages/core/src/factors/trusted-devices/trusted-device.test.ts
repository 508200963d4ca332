import { describe, expect, it } from 'vitest';
import { ago, NOW } from '../../../test/fixtures.js';
import { addMs, days } from '../../shared/duration.js';
import {
  isTrusted,
  listDevices,
  MOST_DEVICES,
  trustEnd,
  withDevice,
  withoutDevice,
  type TrustedDevice,
} from './trusted-device.js';

/** Trusted 10 days ago, for 30. */
function device(id: string, change: Partial<TrustedDevice> = {}): TrustedDevice {
  return {
    id,
    name: null,
    trustedAt: ago(days(10)),
    expiresAt: addMs(NOW, days(20)),
    lastUsedAt: null,
    digest: `key.${id}`,
    ...change,
  };
}

describe('trust', () => {
  it.each([
    [30, addMs(NOW, days(20)), true],
    [90, addMs(NOW, days(20)), true],
    [11, addMs(NOW, days(1)), true],
    [10, NOW, false],
    [0, ago(days(10)), false],
  ])('of ten days ago under a policy of %i days ends at its end', (allowed, end, holds) => {
    expect(trustEnd(device('one'), allowed)).toEqual(end);
    expect(isTrusted(device('one'), allowed, NOW)).toBe(holds);
  });

  it('does not hold under a policy that says nothing of it', () => {
    expect(isTrusted(device('one'), undefined as unknown as number, NOW)).toBe(false);
  });
});

it('a list has the devices that are trusted, with their ends, and no digests', () => {
  const listed = listDevices([device('one'), device('old', { trustedAt: ago(days(15)) })], 12, NOW);
  expect(listed).toEqual([
    {
      id: 'one',
      name: null,
      trustedAt: ago(days(10)),
      expiresAt: addMs(NOW, days(2)),
      lastUsedAt: null,
    },
  ]);
});

describe('a new device', () => {
  const many = Array.from({ length: MOST_DEVICES }, (_, index) => device(`device-${index}`));

  it('ends the oldest of 20', () => {
    const devices = withDevice(many, device('new'), NOW);
    expect(devices.map(({ id }) => id)).toEqual([...many.slice(1).map(({ id }) => id), 'new']);
  });

  it('ends no live one where another has expired', () => {
    const [first, ...others] = many;
    const expired = { ...first, expiresAt: NOW } as TrustedDevice;
    expect(withDevice([...others, expired], device('new'), NOW)).toEqual([
      ...others,
      device('new'),
    ]);
  });
});

it('a device that is not listed cannot be ended', () => {
  const devices = [device('one'), device('two')];
  expect(withoutDevice(devices, devices, 'one')._unsafeUnwrap()).toEqual([device('two')]);
  const refused = withoutDevice(devices, [device('two')], 'one');
  expect(refused._unsafeUnwrapErr()).toEqual({ code: 'trusted_device_not_found' });
});
