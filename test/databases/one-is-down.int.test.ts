import { isStorageUnavailable, systemCaller } from '@stepward/core';
import { createRecordingLogger } from '@stepward/testing';
import { noMetrics } from '@stepward/webhooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { emit, startTwoServers, subscribe } from './two-servers.js';

const { servers, sent, host } = await startTwoServers();

const LONG = { timeout: 300_000 };

it("a server that is down does no harm to the other's tenants, and its own go on when it is back", async () => {
  const logger = createRecordingLogger();
  const lags = new Map<string, number>();
  const service = host({
    logger,
    metrics: {
      ...noMetrics,
      ofDatabase: (name) => ({ ...noMetrics, queueLag: (lagMs) => lags.set(name, lagMs) }),
    },
  });
  await service.ready();
  for (const tenantId of ['north-1', 'south-1']) await subscribe(service, tenantId);
  const { secret } = (
    await service.apiKeys.create(systemCaller('south-1'), { name: 'ci', scopes: ['logs:read'] })
  )._unsafeUnwrap();
  const worker = service.startWorker();
  onTestFinished(() => worker.stop());
  const waiting = await emit(service, 'north-1');
  await vi.waitFor(() => expect(idsOf('north-1')).toEqual([waiting]), LONG);

  await servers.north.crash();
  await expect(emit(service, 'north-1')).rejects.toSatisfy(isStorageUnavailable);
  await expect(service.ready()).rejects.toThrow(/^north: /);
  await expect(service.purge()).rejects.toThrow(/^north: /);
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await emit(service, 'south-1'));
  await vi.waitFor(() => expect(idsOf('south-1')).toEqual(expect.arrayContaining(ids)), LONG);
  expect((await service.apiKeys.authenticate(secret.reveal()))?.tenantId).toBe('south-1');
  await vi.waitFor(() => {
    const away = logger.lines.filter(({ message }) => message.includes('cannot be reached'));
    expect(away.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ database: 'north' }),
    );
  }, LONG);

  await servers.north.restart();
  const later = await vi.waitFor(() => emit(service, 'north-1'), LONG);
  await vi.waitFor(() => expect(idsOf('north-1')).toEqual([waiting, later]), LONG);
  await service.ready();
  expect(lags.has('south')).toBe(true);
});

function idsOf(tenantId: string): readonly string[] {
  return sent.filter((each) => each.tenantId === tenantId).map(({ eventId }) => eventId);
}
