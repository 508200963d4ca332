import { expect, it } from 'vitest';
import { fraudOutcomes } from './outcomes.js';

it('no honest person is refused on any day, by any mode', () => {
  for (const { name, off, monitor, enforce } of fraudOutcomes()) {
    const refused = [off, monitor, enforce].map(({ honestRefused }) => honestRefused);
    expect([name, ...refused]).toEqual([name, 0, 0, 0]);
  }
});

it('only an attack begins a block', () => {
  for (const { name, monitor, enforce } of fraudOutcomes()) {
    const isAttack = enforce.attackerAsked > 0;
    expect([name, monitor.blocks > 0, enforce.blocks > 0]).toEqual([name, isAttack, isAttack]);
  }
});

it('an attacker gets everything unless the rules are enforced, and then a few messages for each range or tenant', () => {
  const attacks = fraudOutcomes().filter(({ off }) => off.attackerAsked > 0);
  expect(
    attacks.map(({ name, off, monitor, enforce }) => [
      name,
      off.attackerGot,
      monitor.attackerGot,
      enforce.attackerGot,
    ]),
  ).toEqual([
    ['attack on a quiet day', 275, 275, 37],
    ['attack on a busy day', 650, 650, 32],
    ['small: attack on a quiet day', 34, 34, 10],
    ['small: attack on a busy day', 45, 45, 10],
    ['addresses that rotate', 5_000, 5_000, 64],
    ['one prefix in 40 tenants', 4_000, 4_000, 480],
    ['range after range', 400, 400, 23],
    ['20 new ranges an hour', 480, 480, 22],
    ['one account against a range', 10, 10, 6],
    ['a burst of one second', 400, 400, 30],
  ]);
});
