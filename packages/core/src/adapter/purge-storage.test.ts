import { expect, it } from 'vitest';
import { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from './purge-storage.js';

it('keeps payloads for 30 days and the log of deliveries for 90', () => {
  expect([EVENT_RETENTION_MS, DELIVERY_RETENTION_MS]).toEqual([2_592_000_000, 7_776_000_000]);
});
