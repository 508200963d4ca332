/** A bug that the simulation must find. It is planted in the source by replacing a text, which occurs once. */
export interface PlantedBug {
  readonly name: string;
  /** Below `packages`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly world: 'deliveries' | 'people';
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'drop the fence',
    file: 'testing/src/memory-delivery-queue.ts',
    find: 'written.filter(({ shard }) => shards.isOwned(fence, shard))',
    replace: 'written.filter(() => true)',
    world: 'deliveries',
  },
  {
    name: 'raise no epoch',
    file: 'testing/src/memory-shards.ts',
    find: 'epoch: shardOf(shard).epoch + 1',
    replace: 'epoch: 1',
    world: 'deliveries',
  },
  {
    name: 'send after the lease',
    file: 'webhooks/src/worker/attempt-sender.ts',
    find: 'opened === null || !keeper.isCurrent()',
    replace: 'opened === null',
    world: 'deliveries',
  },
  {
    name: 'give back a shard with attempts under way',
    file: 'core/src/webhooks/scheduling/create-schedule.ts',
    find: '!used.has(shard)',
    replace: 'true',
    world: 'deliveries',
  },
  {
    name: 'forget a result that could not be stored',
    file: 'webhooks/src/worker/result-writer.ts',
    find: '    aside.push(one);',
    replace: '',
    world: 'deliveries',
  },
  {
    name: 'forget events whose dispatch failed',
    file: 'webhooks/src/worker/event-dispatcher.ts',
    find: 'turns.add(ours(from));',
    replace: '',
    world: 'deliveries',
  },
  {
    name: 'list nothing after a take-over',
    file: 'webhooks/src/worker/shard-reader.ts',
    find: '      list.add(shards);\n      hasArrivals',
    replace: '      hasArrivals',
    world: 'deliveries',
  },
  {
    name: 'store a result twice after a lost answer',
    file: 'testing/src/memory-finish.ts',
    find: ' || queued.delivery.attempts !== attempts',
    replace: '',
    world: 'deliveries',
  },
  {
    name: 'commit before the log',
    file: 'testing/src/memory-finish.ts',
    find: '[...queued.attempts, log]',
    replace: 'queued.attempts',
    world: 'deliveries',
  },
  {
    name: 'start one attempt more than the cap',
    file: 'core/src/webhooks/scheduling/subscriber-backlog.ts',
    find: 'underWay >= (isOnTrial',
    replace: 'underWay > (isOnTrial',
    world: 'deliveries',
  },
  {
    name: 'emit outside of the transaction',
    file: 'core/src/events/event-service.ts',
    find: 'if (tx !== undefined) return',
    replace: 'if (false) return',
    world: 'deliveries',
  },
  {
    name: 'send to a disabled subscriber',
    file: 'core/src/webhooks/attempts/open-attempt.ts',
    find: '(!isCall && subscriber?.enabled !== true)',
    replace: '(!isCall && subscriber === null)',
    world: 'deliveries',
  },
  {
    name: 'change a subscriber without its lock',
    file: 'core/src/webhooks/subscribers/subscriber-service.ts',
    find: 'ChangeSubscriberError>(changing(caller), async',
    replace: 'ChangeSubscriberError>({ tenantId: caller.tenantId }, async',
    world: 'deliveries',
  },
  {
    name: 'end the order of what has ended',
    file: 'testing/src/memory-webhook-stores.ts',
    find: 'allDeliveries(tables).filter(isPending)) {\n        if',
    replace: 'allDeliveries(tables)) {\n        if',
    world: 'deliveries',
  },
  {
    name: 'let a later event of a key go beside an earlier one',
    file: 'core/src/webhooks/order-place.ts',
    find: 'isWaiting: isPending(orderingKey)',
    replace: 'isWaiting: false',
    world: 'deliveries',
  },
  {
    name: 'let nothing come due that waits for its key',
    file: 'testing/src/memory-finish.ts',
    find: '[...stored].flatMap((each) => freeNext(tenants, each))',
    replace: '[] as PendingDelivery[]',
    world: 'deliveries',
  },
  {
    name: 'blame a new URL for the failures of the old one',
    file: 'testing/src/memory-finish.ts',
    find: 'return subscriber?.url === url ? subscriber : null;',
    replace: 'return subscriber ?? null;',
    world: 'deliveries',
  },
  {
    name: 'count no wrong guess',
    file: 'core/src/factors/codes/check-code.ts',
    find: 'wrongGuesses: addWrongGuess(record.wrongGuesses, now)',
    replace: 'wrongGuesses: record.wrongGuesses',
    world: 'people',
  },
  {
    name: 'compare without looking at the budget',
    file: 'core/src/factors/codes/check-code.ts',
    find: 'checkGuessBudget(record.wrongGuesses, now, limits).isErr()',
    replace: 'false',
    world: 'people',
  },
  {
    name: 'keep a code that was used',
    file: 'core/src/factors/codes/check-code.ts',
    find: 'state: NO_CODE,',
    replace: '',
    world: 'people',
  },
  {
    name: 'take a code of an app twice',
    file: 'core/src/factors/totp/read-totp.ts',
    find: 'at, known.lastStep)',
    replace: 'at, null)',
    world: 'people',
  },
  {
    name: 'send before the count is stored',
    file: 'core/src/factors/codes/issue-code.ts',
    find: '    sends: sends.value,\n',
    replace: '',
    world: 'people',
  },
  {
    name: 'store a right answer without its log entry',
    file: 'core/src/factors/answer-service.ts',
    find: 'trail: { ...trail, events: [...trail.events, ...events] },',
    replace: 'trail: { ...trail, entries: [], events: [...trail.events, ...events] },',
    world: 'people',
  },
  {
    name: 'change a policy without its lock',
    file: 'core/src/organisations/organisation-service.ts',
    find: 'lock: `organisation:${organisationId}`',
    replace: 'lock: `organisation:${organisationId} ${String(Math.random())}`',
    world: 'people',
  },
  {
    name: 'read an override without its tenant',
    file: 'core/src/policy/merge-policy.ts',
    find: 'const value = holds ? candidate : field.type.meet(candidate, floor);',
    replace: 'const value = candidate;',
    world: 'people',
  },
  {
    name: 'log the code that was not sent',
    file: 'core/src/factors/sms/code-delivery-service.ts',
    find: "purpose, ...receipt }, 'sms was not sent'",
    replace: "purpose, code: send.code.reveal() }, 'sms was not sent'",
    world: 'people',
  },
];
