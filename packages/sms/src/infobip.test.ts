import { expect, it } from 'vitest';
import { MESSAGE } from '../test/message.js';
import { startMock } from '../test/mock-provider.js';
import { PROVIDERS } from '../test/providers.js';
import { createInfobipSender } from './infobip.js';
import { infobipProof } from './provider/infobip-proof.js';

const SECRET = 'a secret that the test made up, long';
const ADDRESS = 'https://acme.example/sms/receipts/infobip';
const options = { baseUrl: 'https://acme.api.infobip.com', apiKey: 'key', from: 'Acme' };

/** The `webhooks` of the message that Infobip gets. */
async function webhooksOf(receiptsSecret: string | undefined, statusCallback: string | null) {
  const [status, answer] = PROVIDERS.infobip.accepted;
  const mock = await startMock(status, answer);
  const secret = receiptsSecret === undefined ? {} : { receiptsSecret };
  const sender = createInfobipSender({ ...options, baseUrl: mock.baseUrl, ...secret });
  const message = { ...MESSAGE, statusCallback: () => statusCallback };
  await sender.send(message, { signal: new AbortController().signal });
  await mock.close();
  const sent = JSON.parse(mock.received[0]?.body ?? '') as {
    readonly messages: readonly { readonly webhooks?: unknown }[];
  };
  return sent.messages[0]?.webhooks;
}

it('a message carries the proof of its own id', async () => {
  expect(await webhooksOf(SECRET, ADDRESS)).toEqual({
    delivery: { url: ADDRESS },
    callbackData: infobipProof(SECRET, MESSAGE.id),
  });
});

it.each([
  ['no secret', undefined, ADDRESS],
  ['no address for receipts', SECRET, null],
])('with %s, a message asks for no report', async (_, secret, address) => {
  expect(await webhooksOf(secret, address)).toBeUndefined();
});

it.each([31, 201])('a secret of %i characters is refused at start', (length) => {
  const receiptsSecret = 'x'.repeat(length);
  expect(() => createInfobipSender({ ...options, receiptsSecret })).toThrow(
    /^createInfobipSender: receiptsSecret .*a secret of 32 to 200 characters/,
  );
});

it.each([32, 200])('a secret of %i characters is taken', (length) => {
  const receiptsSecret = 'x'.repeat(length);
  expect(createInfobipSender({ ...options, receiptsSecret })).toBeDefined();
});
