import { createHash } from 'node:crypto';
import type { Stretch } from '@stepward/core';

/**
 * Takes microseconds in place of scrypt. For tests only: a guess at a recovery code under it costs
 * nothing.
 */
export const quickStretch: Stretch = async (secret, salt) =>
  createHash('sha256').update(salt).update(secret).digest();
