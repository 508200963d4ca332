/** "The SMS MFA endpoints emit no event that is shown." */
import { systemCaller } from '@stepward/core';
import { canonicalName } from '@stepward/core/events';
import { expect, it } from 'vitest';
import { onEveryHost, type Host } from '../account-api/harness/host.js';

onEveryHost((host) => {
  // spec: catalogue/none-of-sms
  it('an enrolment that is started, guessed at, verified and removed emits no event of the catalogue', async () => {
    const tenantId = await host.tenant();
    const authorization = await readerOf(host, tenantId);
    const catalogued = async () =>
      (await eventsOf(host, authorization)).filter(({ event_type }) => canonicalName(event_type));
    const before = await catalogued();
    const ada = await host.person({ tenantId });
    const answers = [
      await ada.start(),
      await ada.verify(ada.wrongCode()),
      await ada.verify(ada.code()),
      await ada.start(),
      await ada.remove(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 200, 409, 200]);
    // The key that reads the list has an event itself: the list is known to work.
    expect(before.map(({ event_type }) => event_type)).toEqual(['api_key.created']);
    expect(await catalogued()).toEqual(before);
  });
});

async function readerOf({ stepward }: Host, tenantId: string): Promise<string> {
  const request = { name: 'reader', scopes: ['events:read'] };
  const made = await stepward.apiKeys.create(systemCaller(tenantId), request);
  return `Bearer ${made._unsafeUnwrap().secret.reveal()}`;
}

interface Page {
  readonly data: readonly { readonly event_type: string }[];
}

async function eventsOf({ origin }: Host, authorization: string): Promise<Page['data']> {
  const headers = { authorization };
  const response = await fetch(`${origin}/v1/customer/events?limit=100`, { headers });
  return ((await response.json()) as Page).data;
}
