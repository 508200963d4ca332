import { randomUUID } from 'node:crypto';
import type { Step } from './host-transactions.js';
import { sampleUser } from './sample-user.js';
import { TENANT } from './webhook-world.js';

/** Writes the rows that an emit writes, by the statements that a host would need without it. */
export const writeRowsByHand: Step = async (client, number) => {
  const eventId = randomUUID();
  const moment = new Date();
  await client.query(`select set_config('stepward.tenant_id', $1, true)`, [TENANT]);
  await client.query(
    `insert into stepward.events (tenant_id, event_id, type, data, emitted_at)
     values ($1, $2, 'user.created', $3, $4)`,
    [TENANT, eventId, JSON.stringify(sampleUser(number)), moment],
  );
  await client.query(
    `insert into stepward.deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
       status, priority, attempts, due_at, created_at)
     select tenant_id, stepward.uuidv7($3), subscriber_id, $2, 'user.created', 'pending', 0,
       0, $3, $3
     from stepward.subscribers
     where tenant_id = $1 and enabled and event_types && array['user.created', 'user.*', '*']`,
    [TENANT, eventId, moment],
  );
};
