import type { Storage } from '../ports/storage.js';
import type { AuditFilter, Stores } from '../ports/stores.js';
import { checkArgument, checkArguments } from '../shared/checks/check-arguments.js';
import { isObject } from '../shared/checks/check-options.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { dateFilter, readFilter, readPage, textFilter } from '../shared/lists/list-request.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import {
  findAnchorBreak,
  findChainBreak,
  parseCanonicalJson,
  type ChainBreak,
} from './audit-chain.js';
import type { AuditEvent, AuditEntry, AuditHead } from '../records/audit-event.js';
import { recordAudit, type AuditWiring } from './audit-recorder-service.js';
import { checkPhiAccess, type PhiAccess } from './phi-access.js';

/** An event as the log lists it. */
export interface LoggedEvent extends AuditEvent {
  /** Its place in the tenant's log. */
  readonly sequence: number;
}

/** The audit log. */
export interface AuditService {
  /**
   * Entries of a tenant, newest first.
   *
   * @param filter what is left out does not filter
   * @param page the first 20 by default; `limit` is 1 to 100
   */
  list(
    tenantId: string,
    filter?: Partial<Omit<AuditFilter, 'order'>>,
    page?: Partial<PageRequest>,
  ): Promise<Page<LoggedEvent>>;
  /**
   * Checks a tenant's whole chain. Null means that every entry is unchanged, and that none is missing except purged
   * ones at the beginning.
   *
   * `anchors` are heads of this tenant that were kept outside the database: each must still be in the log as it was.
   * Omit anchors older than six years, because their entries may have been purged.
   */
  verifyChain(tenantId: string, anchors?: readonly AuditHead[]): Promise<ChainBreak | null>;
  /**
   * The place and hash of the tenant's newest entry, to be kept where the administrators of the database
   * cannot write; null where nothing was logged yet.
   */
  head(tenantId: string): Promise<AuditHead | null>;
  /**
   * Records a read of protected fields. Await it before the read, and do not read if it throws.
   *
   * @throws TypeError that names the field of `access` that is missing, wrong or unknown; nothing was recorded then.
   */
  recordPhiAccess(access: PhiAccess): Promise<void>;
}

const FILTER_RULES = { type: textFilter, since: dateFilter, until: dateFilter };

const WHOLE_CHAIN: AuditFilter = { order: 'oldest', type: null, since: null, until: null };

/** Entries per round trip while a chain is checked. */
const CHAIN_STEP = 1_000;

export interface AuditServiceWiring extends AuditWiring {
  readonly storage: Storage;
}

export function createAuditService(wiring: AuditServiceWiring): AuditService {
  const { storage } = wiring;
  return {
    async list(tenantId, filter, page) {
      checkArguments('audit.list', { tenantId });
      const wanted = readFilter<Omit<AuditFilter, 'order'>>('audit.list', filter, FILTER_RULES);
      const part = readPage('audit.list', page);
      return inUnitOfWork(storage, { tenantId }, async (stores) => {
        const { items, nextPosition } = await stores.audit.list(
          { ...wanted, order: 'newest' },
          part,
        );
        return { items: items.map(toLoggedEvent), nextPosition };
      });
    },
    async verifyChain(tenantId, anchors = []) {
      checkArguments('audit.verifyChain', { tenantId });
      checkAnchors(anchors);
      return inUnitOfWork(storage, { tenantId }, (stores) => verifyChain(stores, anchors));
    },
    async head(tenantId) {
      checkArguments('audit.head', { tenantId });
      return inUnitOfWork(storage, { tenantId }, async ({ audit }) => {
        const { head } = await audit.list(WHOLE_CHAIN, { limit: 1, position: null });
        return head;
      });
    },
    async recordPhiAccess(access) {
      checkPhiAccess(access);
      const { tenantId, actor, subject, fields, purpose } = access;
      return inUnitOfWork(storage, { tenantId }, (stores) =>
        recordAudit(wiring, stores, {
          type: 'phi.accessed',
          actor,
          target: subject,
          details: { fields, purpose },
          client: access,
        }),
      );
    },
  };
}

function checkAnchors(anchors: unknown): void {
  const isHead = (each: unknown): boolean => isObject(each) && typeof each['hash'] === 'string';
  const isValid = Array.isArray(anchors) && anchors.every(isHead);
  const form = 'a list of what audit.head(tenantId) gave';
  checkArgument('audit.verifyChain', 'anchors', isValid, form);
}

/** An entry as the log lists it. */
export function toLoggedEvent({ sequence, text }: AuditEntry): LoggedEvent {
  return { sequence, ...parseCanonicalJson(text) };
}

async function verifyChain(
  { audit }: Stores,
  anchors: readonly AuditHead[],
): Promise<ChainBreak | null> {
  const anchored = new Set(anchors.map(({ sequence }) => sequence));
  const found: AuditHead[] = [];
  let page = await audit.list(WHOLE_CHAIN, { limit: CHAIN_STEP, position: null });
  const { head } = page;
  let last: AuditEntry | null = null;
  for (;;) {
    const broken = findChainBreak(page.items, last);
    if (broken !== null) return broken;
    found.push(...page.items.filter(({ sequence }) => anchored.has(sequence)));
    last = page.items.at(-1) ?? last;
    const position = page.nextPosition;
    if (position === null) return compareWithHead(last, head) ?? findAnchorBreak(found, anchors);
    page = await audit.list(WHOLE_CHAIN, { limit: CHAIN_STEP, position });
  }
}

/** The newest entries may be missing as well: the head says which entry was the last. */
function compareWithHead(last: AuditEntry | null, head: AuditHead | null): ChainBreak | null {
  if (head === null) return last && { sequence: last.sequence, reason: 'gap' };
  if (last !== null && last.sequence > head.sequence) return null;
  if (last === null || last.sequence < head.sequence)
    return { sequence: head.sequence, reason: 'gap' };
  return last.hash === head.hash ? null : { sequence: last.sequence, reason: 'hash' };
}
