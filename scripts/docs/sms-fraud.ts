import { fraudOutcomes } from '../../packages/benchmarks/src/sms-fraud/outcomes.js';
import { DEFAULT_FRAUD_LIMITS } from '../../packages/core/src/factors/sms/fraud/fraud-limits.js';
import { table } from './table.js';

const HOUR_MS = 3_600_000;

/** What the simulation gives for each day. */
export function fraudSimulation(): string {
  const rows = fraudOutcomes().map(({ name, off, monitor, enforce }) => [
    name,
    count(off.honestAsked),
    ...[off, monitor, enforce].map(({ attackerGot }) => count(attackerGot)),
    count(enforce.honestRefused),
  ]);
  const header = [
    'Day',
    'Messages people ask for',
    'Attacker got, `off`',
    '`monitor`',
    '`enforce`',
  ];
  return table([...header, 'People refused'], rows);
}

/** The options and their defaults. */
export function fraudLimitTable(): string {
  const rows = Object.entries<number>({ ...DEFAULT_FRAUD_LIMITS }).map(([name, value]) => [
    `\`${name}\``,
    name.endsWith('Ms') ? `${count(value)} (${lengthOf(value)})` : count(value),
  ]);
  return table(['Option', 'Default'], rows);
}

function lengthOf(ms: number): string {
  return ms < HOUR_MS ? `${String(ms / 60_000)} minutes` : `${String(ms / HOUR_MS)} hours`;
}

const WIDTH = 640;
const HEIGHT = 300;
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 16, 40, 40];
const DAY = 'attack on a busy day';

/** A picture of one attack: the messages that the attacker has got by each hour, without the guard and with it. */
export function fraudPicture(): string {
  const day = fraudOutcomes().find(({ name }) => name === DAY);
  if (day === undefined) throw new Error(`there is no day ${DAY}`);
  const most = day.off.attackerAsked;
  const x = (hour: number): number => LEFT + (hour / 24) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const line = (byHour: readonly number[]): string =>
    [0, ...byHour].map((value, hour) => `${fixed(x(hour))},${fixed(y(value))}`).join(' ');
  const levels = [0, most / 2, most];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" role="img" aria-labelledby="title" font-family="sans-serif" font-size="12">
  <title id="title">Messages that an attacker gets in a day: ${count(most)} without the guard, ${count(day.enforce.attackerGot)} with it</title>
  <rect width="${String(WIDTH)}" height="${String(HEIGHT)}" fill="#ffffff"/>
  <text x="${String(LEFT)}" y="22" font-size="14" fill="#24292f">Messages that the attacker has got, by hour of the day</text>
${levels.map((level) => levelLine(level, y(level))).join('\n')}
${[0, 6, 12, 18, 24].map((hour) => `  <text x="${fixed(x(hour))}" y="${String(HEIGHT - 18)}" fill="#57606a" text-anchor="middle">${String(hour)}:00</text>`).join('\n')}
  <polyline points="${line(day.off.attackerGotByHour)}" fill="none" stroke="#cf222e" stroke-width="2.5"/>
  <polyline points="${line(day.enforce.attackerGotByHour)}" fill="none" stroke="#1a7f37" stroke-width="2.5"/>
  <text x="${fixed(x(24))}" y="${fixed(y(most) - 6)}" fill="#cf222e" text-anchor="end">off: ${count(most)}</text>
  <text x="${fixed(x(24))}" y="${fixed(y(day.enforce.attackerGot) - 8)}" fill="#1a7f37" text-anchor="end">enforce: ${count(day.enforce.attackerGot)}</text>
</svg>
`;
}

function levelLine(level: number, y: number): string {
  return `  <line x1="${String(LEFT)}" x2="${String(WIDTH - RIGHT)}" y1="${fixed(y)}" y2="${fixed(y)}" stroke="#d0d7de"/>
  <text x="${String(LEFT - 8)}" y="${fixed(y + 4)}" fill="#57606a" text-anchor="end">${count(level)}</text>`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
