import type { AuditHead, ChainBreak } from '@stepward/core';
import { defineCommand, type Form } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

const HEAD = /^([1-9]\d{0,14}):([0-9a-f]{64})$/;

const HEAD_FORM: Form = {
  text: '<sequence>:<hash>, as this command prints it',
  accepts: (value) => HEAD.test(value),
};

export const auditVerify = defineCommand({
  name: 'audit verify',
  summary: "Checks the hash chain of a tenant's audit log",
  details: [
    'Every entry is read, and the first that is not as it was written is named: the',
    'exit code is then 1. The newest entry is printed as <sequence>:<hash>. Keep that',
    'where administrators of the database cannot write, and give it as --head later.',
  ],
  options: {
    ...DATABASE_OPTIONS,
    tenant: TENANT_OPTION,
    head: {
      type: 'list',
      placeholder: '<sequence:hash>',
      summary: 'an entry that must still be there',
      form: HEAD_FORM,
    },
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward audit verify --tenant acme',
    'stepward audit verify --tenant acme --json > head-of-today.json',
  ],
  async run(invocation) {
    const { options, print } = invocation;
    const { tenantId } = await callerFor(options.tenant);
    const anchors = options.head.map(parseHead);
    const { head, broken } = await withStepward(invocation, async (stepward) => {
      const newest = await stepward.audit.head(tenantId);
      if (newest === null) await requireTenant(stepward, tenantId);
      return { head: newest, broken: await stepward.audit.verifyChain(tenantId, anchors) };
    });
    const lines = broken === null ? intact(head) : [breakText(broken)];
    const value = { tenant_id: tenantId, intact: broken === null, head, break: broken };
    await print(lines.map((line) => `${tenantId}: ${line}`).join('\n'), value);
    return broken === null ? 0 : 1;
  },
});

function parseHead(text: string): AuditHead {
  const [, sequence, hash = ''] = HEAD.exec(text) ?? [];
  return { sequence: Number(sequence), hash };
}

function intact(head: AuditHead | null): readonly string[] {
  if (head === null) return ['intact, no entries'];
  return ['intact', `head ${String(head.sequence)}:${head.hash}`];
}

const MEANINGS: Readonly<Record<ChainBreak['reason'], string>> = {
  gap: 'entries before it are missing, or the newest ones are',
  link: 'it follows another entry',
  hash: 'it was changed',
  anchor: 'it is missing, or is not the one that --head names',
};

function breakText({ sequence, reason }: ChainBreak): string {
  return `BROKEN at entry ${String(sequence)}: ${reason}, ${MEANINGS[reason]}`;
}
