import { afterAll, beforeAll, describe } from 'vitest';
import { systemCaller, type TenantChange } from '@stepward/core';
import type { SmsBehaviour } from '@stepward/core/testing';
import { frameworks, type Framework, type RunningServer } from './frameworks.js';
import { createPerson, SMS_ON, type Person, type PersonOptions } from './person.js';
import { memory, postgres, type StorageKind } from './storages.js';
import { createWorld, type World } from './world.js';

const MINUTE = 60_000;

/** A running server of one framework over one storage. Tests share it, each with people of its own. */
export interface Host extends World {
  readonly framework: string;
  readonly port: number;
  readonly origin: string;
  /** A new tenant with SMS on, changed as told; answers its id. */
  tenant(change?: TenantChange): Promise<string>;
  /** A new person with a verified phone, in a tenant of their own unless one is named. */
  person(options?: Partial<PersonOptions>): Promise<Person>;
  /** Runs `act` while the SMS provider misbehaves. */
  whileSms<T>(behaviour: SmsBehaviour, act: () => Promise<T>): Promise<T>;
  /** Lets minutes pass. */
  pass(minutes: number): void;
}

/** Which part of the product to run over; all of it by default. */
export interface Product {
  readonly storages?: readonly StorageKind[];
  readonly frameworks?: readonly Framework[];
}

/**
 * Defines the same tests for every framework over every storage. The frameworks over one storage
 * share its world, and so its clock, which only ever moves on.
 */
export function onEveryHost(define: (host: Host) => void, product: Product = {}): void {
  for (const kind of product.storages ?? [memory, postgres]) {
    describe(`over ${kind.name}`, async () => {
      const world = await createWorld(await kind.open());
      for (const framework of product.frameworks ?? frameworks) {
        describe(`on ${framework.name}`, () => {
          define(hostOf(world, framework));
        });
      }
    });
  }
}

let tenants = 0;

function hostOf(world: World, framework: Framework): Host {
  let server: RunningServer | null = null;
  beforeAll(async () => {
    server = await framework.serve(world.mounts);
  });
  afterAll(async () => {
    await server?.stop();
  });
  const port = (): number => {
    if (server === null) throw new Error('the host runs while tests run');
    return server.port;
  };
  const origin = (): string => `http://127.0.0.1:${String(port())}`;

  const host: Host = {
    ...world,
    framework: framework.name,
    get port() {
      return port();
    },
    get origin() {
      return origin();
    },
    async tenant(change = {}) {
      tenants += 1;
      const tenantId = `tenant-${String(tenants)}`;
      const configured = await world.stepward.tenants.configure(systemCaller(tenantId), {
        ...change,
        sms: { ...SMS_ON.sms, ...change.sms },
      });
      configured._unsafeUnwrap();
      return tenantId;
    },
    async person(options = {}) {
      const tenantId = options.tenantId ?? (await host.tenant());
      return createPerson(world, origin, { ...options, tenantId });
    },
    async whileSms(behaviour, act) {
      world.sms.behave(behaviour);
      try {
        return await act();
      } finally {
        world.sms.behave('accepted');
      }
    },
    pass: (minutes) => world.clock.advance(minutes * MINUTE),
  };
  return host;
}
