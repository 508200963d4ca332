import { systemCaller, systemClock, type Stepward } from '@stepward/core';
import { acting } from '../kernel/acting.js';
import type { Process } from '../kernel/process.js';
import type { Simulation } from '../kernel/simulation.js';
import { keepRunning } from '../kernel/supervisor.js';
import type { World } from '../kernel/world.js';
import { directClient } from '../storage/client.js';
import { connect } from '../storage/connect.js';
import { createDatabaseServer, type DatabaseServer } from '../storage/database-server.js';
import { actAsAdministrator, FIELDS, ORGANISATION } from './act-as-administrator.js';
import { actAsPerson, type Actor } from './act-as-person.js';
import { FIRST_MINIMUM, STRICT } from './change-minimum.js';
import { hostStepward } from './host-stepward.js';
import { identityOf, PEOPLE, TENANTS } from './people.js';
import { createPhones } from './phones.js';
import { watchAnswers } from './watch-answers.js';
import { watchDecisions } from './watch-decisions.js';
import { watchLog } from './watch-log.js';
import { watchSettings } from './watch-settings.js';

/** The value of each setting of the organisation before its first change. */
const INITIAL = 15;

/** Milliseconds from one round to the next. All act at once, so that they meet, and then wait until budgets go on. */
const ROUND_MS = 240_000;

/** People at work in each process at once. */
const PEOPLE_AT_ONCE = 3;

/** People who enrol, step up and guess, and administrators who reset them, on several hosts. */
export function createPeopleWorld(
  simulation: Simulation,
  record?: DatabaseServer['record'],
): World {
  const server = createDatabaseServer({ now: () => new Date(simulation.now()) }, record);
  const decisions = watchDecisions(server.memory, simulation.violate);
  const watched = { ...server, memory: { ...server.memory, ...decisions } };
  const phones = createPhones(simulation, decisions);
  const answers = watchAnswers(simulation, phones);
  const settings = watchSettings(simulation, INITIAL);
  const minimums = watchSettings(simulation, FIRST_MINIMUM);
  const logger = watchLog(simulation, phones);
  let isCalm = false;

  function runHost(process: Process, field: (typeof FIELDS)[number]): void {
    const storage = connect(watched, process);
    const stepward = hostStepward({
      process,
      storage,
      logger,
      smsSender: phones.senderOf(process),
    });
    const actor: Actor = { process, stepward, phones, answers };
    const pauseMs = (): number => ROUND_MS - (simulation.now() % ROUND_MS);
    const begin = (act: () => Promise<void>): void =>
      acting(simulation, process, { isCalm: () => isCalm, pauseMs, act });
    for (let place = 0; place < PEOPLE_AT_ONCE; place += 1) begin(() => actAsPerson(actor));
    begin(() => actAsAdministrator(actor, field, { settings, minimums }));
  }

  /** Before and after the run: each call has its effect at once. */
  function stepwardAtRest(): Stepward {
    const clock = { ...systemClock, now: () => new Date(simulation.now()) };
    const process = { ...simulation, clock };
    const storage = connect(server, directClient(clock));
    return hostStepward({ process, storage, logger, smsSender: null });
  }

  /** Creates the tenants, their organisations and the people. */
  async function setUp(): Promise<void> {
    const stepward = stepwardAtRest();
    for (const tenantId of TENANTS) {
      const caller = systemCaller(tenantId);
      const sms = { enabled: true, mfaEnabled: true, appName: 'Simulated' };
      (await stepward.tenants.configure(caller, { sms }))._unsafeUnwrap();
      const overrides = Object.fromEntries(FIELDS.map((field) => [field, INITIAL]));
      const password = { minLength: FIRST_MINIMUM };
      (await stepward.tenants.configure(caller, { password }))._unsafeUnwrap();
      for (const id of [ORGANISATION, STRICT]) await stepward.organisations.put(tenantId, id);
      (await stepward.policies.update(caller, ORGANISATION, overrides))._unsafeUnwrap();
    }
    for (const person of PEOPLE) {
      (await stepward.identities.put(person.tenantId, identityOf(person, 0)))._unsafeUnwrap();
    }
  }

  return {
    async begin() {
      await setUp();
      FIELDS.forEach((field, place) => {
        keepRunning(simulation, `host ${String(place + 1)}`, (process) => runHost(process, field));
      });
    },
    calm: () => (isCalm = true),
    // Nothing is left to happen once all have done what they were at.
    isSettled: () => Promise.resolve(false),
    async check() {
      const { policies } = stepwardAtRest();
      for (const tenantId of TENANTS) {
        const policy = (await policies.get(tenantId, ORGANISATION))._unsafeUnwrap();
        for (const field of FIELDS) settings.check(`${field} of ${tenantId}`, policy[field]);
      }
    },
  };
}
