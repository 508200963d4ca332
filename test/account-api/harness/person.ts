import assert from 'node:assert/strict';
import {
  type Identity,
  ok,
  parsePhoneNumber,
  type PhoneNumber,
  type TenantChange,
} from '@stepward/core';
import type { DecisionFacts } from '@stepward/core/adapter';
import type { FactorRecord } from '@stepward/core/factors';
import { assertWellFormed, outcome, type Answer } from '../../harness/answer.js';
import type { Claims } from '../../harness/tokens.js';
import type { World } from '../../harness/world.js';

/** One request of a person. */
export interface Call {
  readonly method: string;
  /** Below `/v1/account`: `/mfa/sms`. */
  readonly path: string;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An end user of a tenant, with a phone and an access token. Every answer is checked for its form. */
export interface Person {
  readonly tenantId: string;
  readonly identityId: string;
  readonly phone: string;
  call(call: Call): Promise<Answer>;
  /** `POST /v1/account/mfa/sms` */
  start(): Promise<Answer>;
  /** `PUT /v1/account/mfa/sms` */
  verify(code: unknown): Promise<Answer>;
  /** `DELETE /v1/account/mfa/sms` */
  remove(): Promise<Answer>;
  /** `GET /v1/account/mfa` */
  status(): Promise<Answer>;
  /** `PUT /v1/account/phone` */
  putPhone(body: object): Promise<Answer>;
  /** `DELETE /v1/account/phone` */
  removePhone(): Promise<Answer>;
  /** The newest code on the person's phone, or on another. */
  code(phone?: string): string;
  /** A code that is not the newest one; `n` counts through different ones. */
  wrongCode(n?: number): string;
  /** Enrols SMS, from start to end. */
  enrol(): Promise<void>;
  /** Changes what the host's directory says. */
  become(change: Partial<Identity>): Promise<void>;
  /** The same person with another token. */
  with(claims: Partial<Claims>): Person;
  /** The same person at another mount. */
  via(mount: string): Person;
  /** A token of this person's. */
  token(): Promise<string>;
  /** All that is stored about the person: identity, codes, budgets. */
  snapshot(): Promise<Snapshot>;
}

/** What storage holds about one person. */
export interface Snapshot {
  readonly identity: Identity | null;
  readonly enrolment: FactorRecord;
  readonly phone: FactorRecord;
}

/** The tenant, and what the directory says about the person. */
export interface PersonOptions extends Partial<Omit<Identity, 'phone'>> {
  readonly tenantId: string;
  readonly phone?: string | null;
  readonly phoneVerified?: boolean;
}

/** SMS on, the way every tenant of these tests begins. */
export const SMS_ON: TenantChange = {
  sms: { enabled: true, mfaEnabled: true, appName: 'Acme', originHost: 'login.example.test' },
};

let people = 0;

/** Puts a new person into the tenant, with a verified phone unless told otherwise. */
export async function createPerson(
  world: World,
  origin: () => string,
  { tenantId, phone, phoneVerified = true, ...traits }: PersonOptions,
): Promise<Person> {
  people += 1;
  const number = phone === undefined ? `+1415${String(2_000_000 + people)}` : phone;
  const identity: Identity = {
    identityId: `person-${String(people)}`,
    state: 'active',
    phone: number === null ? null : { number: phoneNumber(number), verified: phoneVerified },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
    ...traits,
  };
  (await world.stepward.identities.put(tenantId, identity))._unsafeUnwrap();
  const { identityId } = identity;
  return personWith(world, origin, number ?? '', { tenantId, identityId }, '');
}

export function phoneNumber(text: string): PhoneNumber {
  return parsePhoneNumber(text)._unsafeUnwrap();
}

function personWith(
  world: World,
  origin: () => string,
  phone: string,
  claims: Claims,
  mount: string,
): Person {
  const { tenantId, identityId } = claims;
  const token = (): Promise<string> => world.tokens.issue(claims);

  async function call({ method, path, body, headers = {} }: Call): Promise<Answer> {
    const response = await fetch(`${origin()}${mount}/v1/account${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status, headers: answered } = response;
    const answer = { status, headers: answered, text: await response.text() };
    assertWellFormed(answer);
    if (status < 400) assert.deepEqual(Object.keys(JSON.parse(answer.text) as object), ['data']);
    return answer;
  }

  const person: Person = {
    tenantId,
    identityId,
    phone,
    call,
    start: () => call({ method: 'POST', path: '/mfa/sms' }),
    verify: (code) => call({ method: 'PUT', path: '/mfa/sms', body: { code } }),
    remove: () => call({ method: 'DELETE', path: '/mfa/sms' }),
    status: () => call({ method: 'GET', path: '/mfa' }),
    putPhone: (body) => call({ method: 'PUT', path: '/phone', body }),
    removePhone: () => call({ method: 'DELETE', path: '/phone' }),
    code: (to = phone) => world.sms.lastCode(to),
    wrongCode: (n = 1) => otherCode(world.sms.lastCode(phone), n),
    async enrol() {
      await expectOutcome(person.start(), '201');
      await expectOutcome(person.verify(person.code()), '200');
    },
    async become(change) {
      const current = await world.stepward.identities.find(tenantId, identityId);
      if (current === null) throw new Error('the identity does not exist');
      (await world.stepward.identities.put(tenantId, { ...current, ...change }))._unsafeUnwrap();
    },
    with: (changed) => personWith(world, origin, phone, { ...claims, ...changed }, mount),
    via: (path) => personWith(world, origin, phone, claims, path),
    token,
    snapshot: () => snapshotOf(world, tenantId, identityId),
  };
  return person;
}

async function expectOutcome(answered: Promise<Answer>, expected: string): Promise<void> {
  const got = outcome(await answered);
  if (got !== expected) throw new Error(`expected ${expected}, got ${got}`);
}

function otherCode(code: string, n: number): string {
  return String((Number(code) + n) % 1_000_000).padStart(6, '0');
}

async function snapshotOf(world: World, tenantId: string, identityId: string): Promise<Snapshot> {
  const read = async (purpose: 'enrolment' | 'phone'): Promise<DecisionFacts> => {
    const scope = { tenantId, identityId, factor: 'sms', purpose } as const;
    const facts = await world.storage.decide<DecisionFacts, never>(scope, (found) =>
      ok({ outcome: found, record: found.record }),
    );
    return facts._unsafeUnwrap();
  };
  const [enrolment, phone] = [await read('enrolment'), await read('phone')];
  return { identity: enrolment.identity, enrolment: enrolment.record, phone: phone.record };
}
