/** The dashboard and the alert rules of the pages use metrics that there are. */
import type { Meter } from '@opentelemetry/api';
import { createTelemetry } from '@stepward/opentelemetry';
import { expect, it } from 'vitest';
import { createRecorder } from '../../packages/opentelemetry/test/recorder.js';
import { readPage } from '../docs/pages.js';

const FOLDER = 'docs/operations/files';

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const alerts = readPage(`${FOLDER}/stepward-alerts.yml`);
const dashboard = JSON.parse(readPage(`${FOLDER}/stepward-dashboard.json`)) as Dashboard;

/** The instruments that the package creates, as Prometheus names their time series. */
function seriesNames(): ReadonlySet<string> {
  const { tracer, meter } = createRecorder();
  const names = new Set<string>();
  const add = (kind: string, name: string, unit = ''): void => {
    const seconds = unit === 's' ? '_seconds' : '';
    const series = `${name.replaceAll('.', '_')}${seconds}`;
    const suffixes = { Counter: ['_total'], Histogram: ['_bucket', '_count', '_sum'] }[kind] ?? [
      '',
    ];
    for (const suffix of suffixes) names.add(`${series}${suffix}`);
  };
  const watching = new Proxy(meter, {
    get(target, property: keyof Meter) {
      const kind = /^create(\w+)$/.exec(property)?.[1];
      if (kind === undefined) return target[property];
      return (name: string, options?: { readonly unit?: string }) => {
        add(kind, name, options?.unit);
        return (target[property] as (...values: unknown[]) => unknown)(name, options);
      };
    },
  });
  createTelemetry({ tracer, meter: watching });
  return names;
}

const METRIC = /\b(?:stepward|db_client)_\w+/g;

/** The metrics that a text names. Labels stand in braces, and behind `by`. */
function metricsIn(text: string): readonly string[] {
  return text.replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, ' ').match(METRIC) ?? [];
}

const series = seriesNames();
const expressions = [
  ...alerts.split('- alert: ').slice(1),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

it.each(expressions)('%s uses metrics that there are', (expression) => {
  const metrics = metricsIn(expression);
  expect(metrics.length).toBeGreaterThan(0);
  expect(metrics.filter((name) => !series.has(name))).toEqual([]);
});

const ofOneDatabase = expressions.filter((each) =>
  /stepward_(webhooks_(queue|subscribers|shards)|sink_lag)_/.test(each),
);

it.each(ofOneDatabase)('%s tells databases apart', (expression) => {
  const aggregates = expression.match(/\b(?:max|sum)\b(?: by \(stepward_database\b)?/g) ?? [];
  expect(aggregates.length).toBeGreaterThan(0);
  expect(aggregates.filter((each) => !each.endsWith(' by (stepward_database'))).toEqual([]);
});

it('every alert has a row in its page', () => {
  const page = readPage('docs/operations/monitoring.md');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !page.includes(`| ${name} `))).toEqual([]);
});
