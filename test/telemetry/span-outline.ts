import type { RecordedSpan } from '../../packages/opentelemetry/test/recorder.js';

/** The attributes by which an outline tells how a call ended. */
const OUTCOMES = [
  'http.response.status_code',
  'stepward.sms.status',
  'stepward.reason',
  'error.type',
] as const;

/**
 * Spans as indented lines: the name, how it ended, and an exclamation mark where it failed. For example
 * `stepward.operation verifySmsEnrolment 422 code_incorrect`.
 */
export function outline(spans: readonly RecordedSpan[], indent = ''): readonly string[] {
  return spans.flatMap(({ name, attributes, failed, children }) => {
    const outcomes = OUTCOMES.map((key) => attributes[key]).filter((value) => value !== undefined);
    return [
      indent + [name, ...outcomes, ...(failed ? ['!'] : [])].join(' '),
      ...outline(children, `${indent}  `),
    ];
  });
}
