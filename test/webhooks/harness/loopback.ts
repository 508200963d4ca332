import type { Clock } from '@stepward/core';
import type { WebhookTargets } from '@stepward/core/adapter';
import { createWebhookTargets, type TargetOptions } from '@stepward/webhooks';

/** This machine, over http: what a private installation allows. */
export const LOOPBACK: TargetOptions = {
  allow: ['127.0.0.1/32'],
  allowHttp: ['127.0.0.1/32'],
};

/** No test asks a name server: every name is this machine. */
export const resolveToLoopback = async (): Promise<readonly string[]> => ['127.0.0.1'];

export const loopbackTargets = (clock: Clock): WebhookTargets =>
  createWebhookTargets({ targets: LOOPBACK, resolve: resolveToLoopback, clock });
