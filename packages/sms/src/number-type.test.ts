import type { PhoneNumber } from '@stepward/core';
import { expect, it } from 'vitest';
import { numberType } from './number-type.js';

it.each([
  ['+447400123456', 'mobile'],
  ['+442079460958', 'fixed_line'],
  ['+14155552671', 'fixed_line_or_mobile'],
  ['+445600123456', 'voip'],
  ['+447012345678', 'personal'],
  ['+449012345678', 'premium_rate'],
  ['+4918012345678', 'shared_cost'],
  ['+448001234567', 'toll_free'],
  ['+445512345678', 'company'],
  ['+447640123456', 'pager'],
  ['+881612345678', 'satellite'],
  ['+870773111632', 'satellite'],
  ['+979123456789', 'premium_rate'],
  ['+80012345678', 'toll_free'],
  ['+999123456789', null],
  ['+4412', null],
])('%s is of the type %s', (phone, type) => {
  expect(numberType(phone as PhoneNumber)).toBe(type);
});
