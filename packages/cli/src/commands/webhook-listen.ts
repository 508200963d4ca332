import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineCommand, textOption, type Form } from '../command.js';
import { codeOf, Failure, UsageError } from '../failures.js';

/** Only this machine can reach it. */
const HOST = '127.0.0.1';
const DEFAULT_PORT = '8484';

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
  ],
  options: {
    port: textOption(
      '<port>',
      `the port, ${DEFAULT_PORT} by default; 0 for any that is free`,
      PORT_FORM,
    ),
  },
  environment: {
    STEPWARD_WEBHOOK_SECRET: "the subscriber's signing secret; two with a comma in a rotation",
  },
  examples: ['stepward webhook listen', 'stepward webhook listen --port 3001 --json | jq .data'],
  async run({ options, variable, io, print, say }) {
    const secrets = variable('STEPWARD_WEBHOOK_SECRET').split(',');
    if (!secrets.every((secret) => SECRET.test(secret))) {
      throw new UsageError(
        'STEPWARD_WEBHOOK_SECRET is not whsec_ and base64, without spaces around',
      );
    }
    const { createDeliveryServer } = await import('../delivery-server.js');
    const server = createDeliveryServer(secrets, ({ text, value }) => void print(text, value));
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

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
  } catch (error) {
    const message = `cannot listen on ${HOST}:${String(port)}: ${codeOf(error)}`;
    throw new Failure('cannot_listen', message, { cause: error });
  }
}
