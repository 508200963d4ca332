import type {
  KeyRing,
  ManagementCaller,
  PersonContext,
  PersonRecord,
  Result,
  Stepward,
} from '@stepward/core';
import { defineCommand, type Invocation, type OptionValues } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { Failure, UsageError, violationsText } from '../failures.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

const PERSON = { name: 'identity_id', summary: 'the person' };

const OPTIONS = { ...DATABASE_OPTIONS, tenant: TENANT_OPTION } as const;

/** What the deadline of a record is computed by. */
const RECORD_OPTIONS = {
  ...OPTIONS,
  organisation: {
    type: 'text',
    placeholder: '<id>',
    summary: "the organisation whose policy applies, the tenant's own policy by default",
  },
  'member-since': {
    type: 'text',
    placeholder: '<time>',
    summary: 'when the person became a member, for example 2026-01-31T00:00:00Z',
  },
} as const;

const REASON_OPTION = {
  type: 'text',
  placeholder: '<text>',
  summary: 'why, for the logs',
  required: true,
} as const;

/** The variable that holds the key of one-time codes. */
const CODE_KEY = 'STEPWARD_CODE_KEY';

export const personShow = defineCommand({
  name: 'person show',
  summary: "Prints a person's second factors, and what limits them",
  details: ['Without --member-since the deadline is not known.'],
  argument: PERSON,
  options: RECORD_OPTIONS,
  environment: DATABASE_ENVIRONMENT,
  examples: ['stepward person show usr_7f3a --tenant acme'],
  run: (invocation) =>
    printRecord(invocation, (people, caller, identityId, context) =>
      people.see(caller, identityId, context),
    ),
});

export const personReset = defineCommand({
  name: 'person reset',
  summary: "Removes a person's second factors, all of them by default",
  details: [
    'Recovery codes go with the last factor. Live codes and a temporary pass are void.',
    'Factors that your own service keeps stay.',
  ],
  argument: PERSON,
  options: {
    ...RECORD_OPTIONS,
    reason: REASON_OPTION,
    factor: {
      type: 'list',
      placeholder: '<factor>',
      summary: 'what to remove, for example sms; one option for each',
    },
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward person reset usr_7f3a --tenant acme --reason "lost her phone"',
    'stepward person reset usr_7f3a --tenant acme --reason "sold it" --factor totp',
  ],
  run(invocation) {
    const { reason, factor } = invocation.options;
    const request = { reason, factors: factor.length === 0 ? undefined : factor };
    return printRecord(invocation, (people, caller, identityId, context) =>
      people.reset(caller, identityId, request, context),
    );
  },
});

export const personPass = defineCommand({
  name: 'person pass',
  summary: 'Gives a person a temporary pass, and prints it once',
  details: [
    'Standard output is the pass alone. It replaces the one before, and is good for one',
    'step-up, after which the person enrols a factor.',
  ],
  argument: PERSON,
  options: {
    ...OPTIONS,
    reason: REASON_OPTION,
    minutes: {
      type: 'text',
      placeholder: '<5..1440>',
      summary: 'how long it is good, 60 by default',
    },
  },
  environment: {
    ...DATABASE_ENVIRONMENT,
    [CODE_KEY]: "the active key of your service's codeKeys, <id>:<secret in base64>",
  },
  examples: ['stepward person pass usr_7f3a --tenant acme --reason "lost her phone"'],
  async run(invocation) {
    const { argument: identityId, options, print, say } = invocation;
    const { reason, minutes } = options;
    const caller = await callerFor(options.tenant);
    const keys = await keysOf(invocation.variable(CODE_KEY));
    const request = {
      reason,
      lifetime_minutes: minutes === undefined ? undefined : Number(minutes),
    };
    const work = async (stepward: Stepward): Promise<void> => {
      await requireTenant(stepward, caller.tenantId);
      const given = orFail(await stepward.people.givePass(caller, identityId, request));
      const pass = given.pass.reveal();
      const expiresAt = given.expiresAt.toISOString();
      if (await print(pass, { identity_id: identityId, pass, expires_at: expiresAt })) {
        say(`gave ${identityId} a pass until ${expiresAt}; it is not shown again`);
        return;
      }
      // The pass would be good and no person would know it.
      orFail(await stepward.people.withdrawPass(caller, identityId));
      throw new Failure('output_closed', 'could not print the pass, so it was withdrawn');
    };
    await withStepward(invocation, work, keys);
    return 0;
  },
});

export const personWithdraw = defineCommand({
  name: 'person withdraw',
  summary: "Withdraws a person's temporary pass",
  details: [],
  argument: PERSON,
  options: RECORD_OPTIONS,
  environment: DATABASE_ENVIRONMENT,
  examples: ['stepward person withdraw usr_7f3a --tenant acme'],
  run: (invocation) =>
    printRecord(invocation, (people, caller, identityId, context) =>
      people.withdrawPass(caller, identityId, context),
    ),
});

/** Does something to a person, and prints the record. */
async function printRecord(
  invocation: Invocation<typeof OPTIONS> & {
    readonly options: OptionValues<typeof RECORD_OPTIONS>;
  },
  work: (
    people: Stepward['people'],
    caller: ManagementCaller,
    identityId: string,
    context: PersonContext,
  ) => Promise<Result<PersonRecord, HelpError>>,
): Promise<number> {
  const { argument: identityId, options, print } = invocation;
  const caller = await callerFor(options.tenant);
  const since = options['member-since'];
  const memberSince = since === undefined ? null : new Date(since);
  if (memberSince !== null && Number.isNaN(memberSince.getTime())) {
    throw new UsageError('--member-since must be a time, for example 2026-01-31T00:00:00Z');
  }
  const context = { organisationId: options.organisation ?? null, memberSince };
  await withStepward(invocation, async (stepward) => {
    await requireTenant(stepward, caller.tenantId);
    const shown = describe(orFail(await work(stepward.people, caller, identityId, context)));
    const lines = Object.entries(shown).map(([name, value]) => `${name}: ${textOf(value)}`);
    await print(lines.join('\n'), shown);
  });
  return 0;
}

function describe(record: PersonRecord) {
  const { identityId, enabled, methods, backupCodesRemaining } = record;
  const { suspended, deadline, temporaryPass } = record;
  return {
    identity_id: identityId,
    enabled,
    methods,
    backup_codes_remaining: backupCodesRemaining,
    authenticators: record.authenticators.map(({ id, factor, name, createdAt, lastUsedAt }) => ({
      id,
      factor,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    guesses: {
      remaining: record.guesses.remaining,
      resets_at: record.guesses.resetsAt?.toISOString() ?? null,
    },
    suspended,
    deadline: deadline?.toISOString() ?? null,
    temporary_pass: temporaryPass && { expires_at: temporaryPass.expiresAt.toISOString() },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @throws UsageError where it is no key; it never shows the secret. */
async function keysOf(text: string): Promise<KeyRing> {
  const { createKeyRing } = await import('@stepward/core');
  const [id = '', secret = ''] = text.split(':');
  try {
    return createKeyRing({ active: { id, secret } });
  } catch (error) {
    throw new UsageError(`${CODE_KEY} must be <id>:<at least 32 bytes in base64>`, {
      cause: error,
    });
  }
}

type HelpError = ErrorOf<Stepward['people']['see' | 'reset' | 'givePass' | 'withdrawPass']>;

type ErrorOf<Method> = Method extends (...values: never[]) => PromiseLike<Result<unknown, infer E>>
  ? E
  : never;

function orFail<T>(result: Result<T, HelpError>): T {
  if (result.isOk()) return result.value;
  const { error } = result;
  const reason =
    error.code === 'help_invalid' ? violationsText(error.violations) : REASONS[error.code];
  throw new Failure(error.code, `nothing was changed: ${reason}`);
}

const REASONS: Readonly<Record<Exclude<HelpError['code'], 'help_invalid'>, string>> = {
  identity_not_found: 'the tenant has no such person',
  identity_suspended: 'the person is suspended',
  organisation_not_found: 'the tenant has no such organisation',
  temporary_pass_not_found: 'the person has no temporary pass',
  assurance_insufficient: 'a stronger session is needed',
  self_refused: 'nobody may do this to oneself',
  sessions_unavailable: "the person's sessions could not be ended: reset again",
};
