import type {
  CounterChange,
  CounterQuery,
  SendBlock,
  SendCount,
  SendCounters,
} from '@stepward/core/adapter';
import { fieldsOf, type Session } from '../rows/index.js';

const COUNT = fieldsOf<SendCount>({
  name: 'plain',
  part: 'plain',
  bucket: 'time',
  sent: 'plain',
  verified: 'plain',
});

const BLOCK = fieldsOf<SendBlock>({
  name: 'plain',
  mode: 'plain',
  startedAt: 'time',
  until: 'time',
  repeats: 'plain',
  unverified: 'plain',
});

/** Reads the counters of the fraud guard that are asked for. */
export function readSendCounters({ sql }: Session, queries: readonly CounterQuery[]): SendCounters {
  const counts = queries.flatMap(({ name, since }) =>
    sql.all(
      `select ${COUNT.selected} from stepward_send_counters
        where tenant_id = @tenantId and name = @name and bucket > @since`,
      { name, since },
    ),
  );
  const blocks = queries.flatMap(({ name }) =>
    sql.all(
      `select ${BLOCK.selected} from stepward_send_blocks where tenant_id = @tenantId and name = @name`,
      { name },
    ),
  );
  return {
    counts: COUNT.readAll(counts),
    blocks: BLOCK.readAll(blocks),
  };
}

/** Adds to counters, and stores blocks. */
export function changeSendCounters({ sql }: Session, { add, blocks }: CounterChange): void {
  for (const count of add) {
    sql.run(
      `insert into stepward_send_counters (tenant_id, ${COUNT.columns})
        values (@tenantId, ${COUNT.parameters})
        on conflict do update set sent = sent + excluded.sent, verified = verified + excluded.verified`,
      COUNT.values(count),
    );
  }
  for (const block of blocks) {
    sql.run(
      `insert or replace into stepward_send_blocks (tenant_id, ${BLOCK.columns})
        values (@tenantId, ${BLOCK.parameters})`,
      BLOCK.values(block),
    );
  }
}
