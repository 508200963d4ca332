import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShownRequest, VerifyingKeys } from '../delivery-server.js';
import { defineCommand, textOption, type Form } from '../command.js';
import { codeOf, Failure, UsageError } from '../failures.js';

/** Only this machine can reach it. */
const HOST = '127.0.0.1';
const DEFAULT_PORT = '8484';

const SECRET_VARIABLE = 'STEPWARD_WEBHOOK_SECRET';

/** As a subscriber is shown it. */
const SECRET = /^whsec_[A-Za-z0-9+/]+=*$/;

const PORT_FORM: Form = {
  text: 'a port, 0 to 65535',
  accepts: (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
};

export const webhookListen = defineCommand({
  name: 'webhook listen',
  summary: 'Receives webhooks on this machine, verifies them, and prints them',
  details: [
    `Listens on ${HOST}, on every path, until it is interrupted. Each delivery is one`,
    'line: verified, with the event, or refused, with the reason. Verified deliveries',
    'are answered with 204, refused ones with 400.',
    'With --v1a it verifies the asymmetric signature, and needs no secret.',
  ],
  options: {
    port: textOption(
      '<port>',
      `the port, ${DEFAULT_PORT} by default; 0 for any that is free`,
      PORT_FORM,
    ),
    v1a: textOption(
      '<keys>',
      'public keys: whpk_…, with commas between, or the address of the set',
    ),
  },
  environment: {
    [SECRET_VARIABLE]: "the subscriber's signing secret; two with a comma in a rotation",
  },
  examples: [
    'stepward webhook listen',
    'stepward webhook listen --port 3001 --json | jq .data',
    'stepward webhook listen --v1a whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  ],
  async run({ options, variable, io, print, say }) {
    const { v1a } = options;
    const keys = v1a === undefined ? secretsOf(variable(SECRET_VARIABLE)) : publicKeysOf(v1a);
    const server = await serverOf(keys, ({ text, value }) => void print(text, value));
    await listen(server, Number(options.port ?? DEFAULT_PORT));
    const stopped = io.untilStopped();
    const { port } = server.address() as AddressInfo;
    say(`listening on http://${HOST}:${String(port)}, Ctrl-C ends it`);
    await stopped;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    return 0;
  },
});

function secretsOf(text: string): VerifyingKeys {
  const secrets = text.split(',');
  if (secrets.every((secret) => SECRET.test(secret))) return { secrets };
  throw new UsageError(`${SECRET_VARIABLE} is not whsec_ and base64, without spaces around`);
}

function publicKeysOf(text: string): VerifyingKeys {
  return { publicKeys: text.startsWith('whpk_') ? text.split(',') : { jwksUrl: text } };
}

async function serverOf(
  keys: VerifyingKeys,
  show: (request: ShownRequest) => void,
): Promise<Server> {
  const { createDeliveryServer } = await import('../delivery-server.js');
  try {
    return createDeliveryServer(keys, show);
  } catch (error) {
    if (!('publicKeys' in keys)) throw error;
    throw new UsageError(
      '--v1a must be 1 to 8 keys, whpk_ and base64, with commas between, or an https URL, or an http URL of this machine',
    );
  }
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
  } catch (error) {
    const message = `cannot listen on ${HOST}:${String(port)}: ${codeOf(error)}`;
    throw new Failure('cannot_listen', message, { cause: error });
  }
}
