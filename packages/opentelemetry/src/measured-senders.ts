import type { BreachedPasswords, SmsSender } from '@stepward/core';
import type { WebhookOutcome, WebhookSender } from '@stepward/core/adapter';
import type { Attributes } from '@opentelemetry/api';
import type { Measure } from './measure.js';

/** Returns the sender with each message measured. No content of a message is reported, and of a receipt only its status and reason. */
export function measuredSmsSender(
  measure: Measure,
  sender: SmsSender,
  provider: string,
): SmsSender {
  const attributes = { 'stepward.provider': provider };
  // A sender that takes no reports has no such method afterwards either.
  const reportVerified = sender.reportVerified?.bind(sender);
  return {
    ...(reportVerified && {
      reportVerified: (sent, options) =>
        measure(
          {
            span: 'stepward.sms.report_verified',
            attributes,
            tenantId: sent.tenantId,
            outcome: () => ({}),
          },
          () => reportVerified(sent, options),
        ),
    }),
    send: (message, options) =>
      measure(
        {
          span: 'stepward.sms.send',
          attributes,
          tenantId: message.tenantId,
          outcome: (receipt) => ({
            'stepward.sms.status': receipt.status,
            ...(receipt.status === 'refused' && { 'stepward.sms.reason': receipt.reason }),
            ...(receipt.status === 'unknown' && { 'error.type': 'unknown' }),
          }),
        },
        () => sender.send(message, options),
      ),
  };
}

/** Returns the corpus with each check measured. */
export function measuredBreachedPasswords(
  measure: Measure,
  corpus: BreachedPasswords,
): BreachedPasswords {
  return {
    check: (password) =>
      measure(
        {
          span: 'stepward.breached_passwords.check',
          attributes: {},
          tenantId: null,
          outcome: (answer) => ({
            'stepward.breached_passwords.answer': answer,
            ...(answer === 'unavailable' && { 'error.type': answer }),
          }),
        },
        () => corpus.check(password),
      ),
  };
}

/** Returns the sender with each POST measured. The URL is not reported, because it may hold a subscriber's secrets. */
export function measuredWebhookSender(measure: Measure, sender: WebhookSender): WebhookSender {
  return {
    send: (request) =>
      measure(
        {
          span: 'stepward.webhooks.send',
          attributes: { 'http.request.method': 'POST' },
          tenantId: request.tenantId,
          outcome: webhookOutcome,
        },
        () => sender.send(request),
      ),
  };
}

function webhookOutcome(outcome: WebhookOutcome): Attributes {
  if (outcome.type === 'failed') return { 'error.type': outcome.reason };
  const { status } = outcome;
  return {
    'http.response.status_code': status,
    ...(status >= 400 && { 'error.type': String(status) }),
  };
}
