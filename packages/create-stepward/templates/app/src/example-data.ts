/** A tenant, a person and a subscriber to begin with, outside production. Delete this file when you have your own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePhoneNumber, systemCaller } from '@stepward/core';
import { createReceiver, expressHandler } from '@stepward/receiver';
import { stepward } from './stepward.js';

const TENANT = 'acme';
/** Distinguishes the subscriber of this file from yours. */
const DESCRIPTION = 'example-data.ts';

export async function addExampleData(): Promise<void> {
  const number = parsePhoneNumber('+14155550101').unwrapOr(null);
  const stored = await stepward.identities.put(TENANT, {
    identityId: 'ada',
    state: 'active',
    phone: number && { number, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  });
  const sms = {
    enabled: true,
    mfaEnabled: true,
    appName: 'Acme',
    originHost: 'login.example.com',
  };
  const configured = await stepward.tenants.configure(systemCaller(TENANT), { sms });
  for (const result of [stored, configured]) if (result.isErr()) throw new Error(result.error.code);
  await receiveWebhooks();
}

/** A customer's server: it verifies the webhooks of the tenant, and prints them. */
async function receiveWebhooks(): Promise<void> {
  let secret = '';
  const server = createServer((request, response) => {
    const receiver = createReceiver({ secrets: [secret] });
    void expressHandler(receiver, {
      '*': ({ eventType, data }) => console.log(`received ${eventType}`, data),
    })(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  const caller = systemCaller(TENANT);
  // The subscriber of an earlier start is at a port where nothing listens.
  for (const { id, description } of (await stepward.subscribers.list(TENANT)).items) {
    if (description === DESCRIPTION) await stepward.subscribers.remove(caller, id);
  }
  const subscribed = await stepward.subscribers.create(caller, { url, description: DESCRIPTION });
  if (subscribed.isErr()) throw new Error(subscribed.error.code);
  secret = subscribed.value.secret.reveal();
}
