import { runMigrations } from 'graphile-worker';
import PgBoss from 'pg-boss';
import { sampleUser } from './sample-user.js';
import type { Step } from './host-transactions.js';

/** The step that sends a job by pg-boss, and how to end it. */
export async function createPgBossStep(
  url: string,
): Promise<{ readonly step: Step; stop(): Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('events');
  return {
    async step(client, number) {
      const db = {
        executeSql: (text: string, values: unknown[]) => client.query(text, values),
      };
      const id = await boss.send(
        'events',
        { type: 'user.created', data: sampleUser(number) },
        { db },
      );
      if (id === null) throw new Error('pg-boss sent nothing');
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** The step that adds a job by graphile-worker's function, as its manual has it. */
export async function createGraphileStep(url: string): Promise<Step> {
  await runMigrations({ connectionString: url });
  return async (client, number) => {
    const payload = JSON.stringify({ type: 'user.created', data: sampleUser(number) });
    await client.query('select graphile_worker.add_job($1, $2::json)', ['events', payload]);
  };
}
