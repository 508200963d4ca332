import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../docs/pages.js';
import { findTags } from '../specification/find-tags.js';
import { checkLevels, checkStandards } from './check-standard.js';
import { NIST } from './nist-800-63b-4.js';
import { ASVS, LEFT_OUT, LEVELS } from './owasp-asvs-5.js';
import { countsOf, type Level, type Standard } from './standard.js';

const unmetOf = ({ requirements }: Standard, level: Level) =>
  requirements.filter((row) => row.status === 'unmet' && row.level === level).map(({ id }) => id);

describe('the standards', () => {
  it('are shown by tests and pages, requirement by requirement', () => {
    const isPage = (path: string) => existsSync(join(root, path));
    expect(checkStandards([NIST, ASVS], findTags('standard'), isPage)).toEqual([]);
  });

  it('have every requirement of levels 1 and 2 of ASVS, but for those that are left out', () => {
    expect(checkLevels(ASVS, LEVELS, Object.keys(LEFT_OUT))).toEqual([]);
  });

  it('are met in every `shall` of NIST', () => {
    expect(unmetOf(NIST, 'shall')).toEqual([]);
  });

  it('are met in level 1 of ASVS, but for this', () => {
    expect(unmetOf(ASVS, 1)).toEqual([]);
  });

  it('are met in at least 90 % of level 2 of ASVS that Stepward can meet', () => {
    const { all, met, host } = countsOf(ASVS, 2);
    expect(met / (all - host)).toBeGreaterThanOrEqual(0.9);
  });
});
