import { systemClock } from '@stepward/core';
import { storageContract, takingTurns, webhookStorageContract } from '@stepward/storage-contract';
import { describe, it } from 'vitest';
import { directClient } from './client.js';
import { connect } from './connect.js';
import { createDatabaseServer } from './database-server.js';

const client = directClient(systemClock);

describe('the simulated storage, used by two processes', () => {
  for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
    it(name, () =>
      run(async () => {
        const server = createDatabaseServer(systemClock);
        return takingTurns(connect(server, client), connect(server, client));
      }),
    );
  }
});
