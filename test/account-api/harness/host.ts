import { systemCaller, type TenantChange } from '@stepward/core';
import type { SmsBehaviour } from '@stepward/testing';
import { onEveryServer, type Product, type Server } from '../../harness/every-host.js';
import type { World } from '../../harness/world.js';
import { createPerson, SMS_ON, type Person, type PersonOptions } from './person.js';

const MINUTE = 60_000;

/** A running server of one framework over one storage. Tests share it, each with other people. */
export interface Host extends World, Server {
  /** A new tenant with SMS on, changed as told; answers its id. */
  tenant(change?: TenantChange): Promise<string>;
  /** A new person with a verified phone, in a tenant of their own unless one is named. */
  person(options?: Partial<PersonOptions>): Promise<Person>;
  /** Runs `act` while the SMS provider misbehaves. */
  whileSms<T>(behaviour: SmsBehaviour, act: () => Promise<T>): Promise<T>;
  /** Lets minutes pass. */
  pass(minutes: number): void;
}

/** Defines the same tests for every framework over every storage. */
export function onEveryHost(define: (host: Host) => void, product: Product = {}): void {
  onEveryServer((world, server) => {
    define(hostOf(world, server));
  }, product);
}

let tenants = 0;

function hostOf(world: World, server: Server): Host {
  const host: Host = {
    ...world,
    framework: server.framework,
    get port() {
      return server.port;
    },
    get origin() {
      return server.origin;
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
      return createPerson(world, () => server.origin, { ...options, tenantId });
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
