import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A pooler between clients and Postgres that cuts connections. */
export interface CuttingProxy {
  /** The URL of the database by way of the proxy. */
  readonly url: string;
  /** Cuts every connection that is open now, whatever is under way in it. */
  cut(): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();

  function keep(socket: Socket, peer: Socket): void {
    open.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        open.delete(socket);
        peer.destroy();
      });
    socket.pipe(peer);
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    keep(client, upstream);
    keep(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
