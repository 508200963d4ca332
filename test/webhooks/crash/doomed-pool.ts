import type { PostgresPool } from '@stepward/postgres';
import pg from 'pg';
import { DOOMED, type Doom } from './steps.js';

/** What a doomed process runs on. */
export interface DoomedPool {
  /** The process has got to a step: it stops itself there, if that is the one that it was told. */
  readonly reach: (step: Doom['step']) => void;
  /** Its clients say how far their queries have got. */
  readonly pool: PostgresPool;
}

export function createDoomedPool(doom: Doom): DoomedPool {
  let count = 0;
  const pool = new pg.Pool({
    connectionString: doom.databaseUrl,
    application_name: DOOMED,
    max: 2,
  });

  function reach(step: Doom['step']): void {
    if (step !== doom.step) return;
    count += 1;
    if (count === doom.nth) process.kill(process.pid, doom.signal);
  }

  return {
    reach,
    pool: {
      async connect() {
        const client = await pool.connect();
        return {
          on: (event, listener) => client.on(event, listener),
          removeListener: (event, listener) => client.removeListener(event, listener),
          release: (destroy) => client.release(destroy),
          async query(query) {
            const kind = query.text === 'commit' ? 'commit' : 'statement';
            const answered = client.query(query);
            reach(`${kind} sent`);
            const result = await answered;
            reach(`${kind} answered`);
            return result;
          },
        };
      },
    },
  };
}
