import { basename, relative } from 'node:path';
import { findTags, type Shown } from '../../test/specification/find-tags.js';
import { testsOf } from '../../test/standards/check-standard.js';
import { NIST } from '../../test/standards/nist-800-63b-4.js';
import { ASVS, LEFT_OUT } from '../../test/standards/owasp-asvs-5.js';
import {
  countsOf,
  type Counts,
  type Level,
  type Requirement,
  type Standard,
} from '../../test/standards/standard.js';
import { table } from './table.js';

/** The requirements of NIST SP 800-63B-4 with what shows them. */
export function nistTable(): string {
  return tableOf(NIST, ['shall', 'should'], (level) => `\`${level}\``);
}

/** The requirements of OWASP ASVS with what shows them, and what is left out. */
export function asvsTable(): string {
  const leftOut = Object.entries(LEFT_OUT).map(([ids, why]) => [ids, why]);
  return [
    tableOf(ASVS, [1, 2], (level) => `Level ${level}`),
    'Left out:',
    table(['Chapter, section or requirement', 'Why'], leftOut),
  ].join('\n\n');
}

/** Read once for both tables. */
let tests: readonly Shown[] | null = null;

function tableOf(
  standard: Standard,
  levels: readonly Level[],
  nameOf: (level: Level) => string,
): string {
  tests ??= findTags('standard').tests;
  const shown = tests;
  const rows = standard.requirements.map((requirement) => [
    requirement.id,
    String(requirement.level),
    requirement.text,
    answerTo(requirement, testsOf(standard, requirement, shown)),
  ]);
  const counts = levels.map((level) => `${nameOf(level)}: ${summaryOf(countsOf(standard, level))}`);
  const header = ['Number', 'Level', 'Requirement', 'Answer'];
  return [counts.join(' '), table(header, rows)].join('\n\n');
}

function summaryOf({ all, met, host, unmet }: Counts): string {
  return `${all} requirements, ${met} met, ${host} the host's, ${unmet} not met.`;
}

const ANSWERS = { met: 'Met', host: "The host's", unmet: 'Not met' } as const;

function answerTo({ status, pages, note }: Requirement, shown: readonly Shown[]): string {
  const files = [...new Set(shown.map(({ file }) => file))].toSorted();
  const links = [...pages, ...files].map(linkTo).join(', ');
  const remark = note === '' ? '' : ` ${note}`;
  if (links === '') return `**${ANSWERS[status]}.**${remark}`;
  return `**${ANSWERS[status]}:** ${links}.${remark}`;
}

/** A link to a file from the root of the repository, as the page writes it. */
function linkTo(path: string): string {
  return `[${basename(path)}](${relative('docs', path).replaceAll('\\', '/')})`;
}
