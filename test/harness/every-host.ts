import { afterAll, beforeAll, describe } from 'vitest';
import { frameworks, type Framework, type RunningServer } from './frameworks.js';
import { memory, postgres, type StorageKind } from './storages.js';
import { tier } from './tier.js';
import { createWorld, type World, type WorldOptions } from './world.js';

/** A running server of one framework over one storage. */
export interface Server {
  readonly framework: string;
  readonly port: number;
  readonly origin: string;
}

/** Which part of the product to run over; all of it by default. */
export interface Product extends WorldOptions {
  readonly storages?: readonly StorageKind[];
  readonly frameworks?: readonly Framework[];
}

/**
 * For tests of rules: neither framework nor storage has a part in them, and what these do have a part in is proven by other
 * tests, on every server.
 */
export const ONE_SERVER: Product = { storages: [postgres], frameworks: frameworks.slice(0, 1) };

/** For tests of what comes in through a framework, whatever it is stored in. */
export const EVERY_FRAMEWORK: Product = { storages: [postgres] };

/**
 * Defines the same tests for every framework over every storage; in the quick tier for one cell of that
 * matrix. The frameworks over one storage share its world, and so its clock, which only ever moves on.
 */
export function onEveryServer(
  define: (world: World, server: Server) => void,
  product: Product = {},
): void {
  for (const kind of storagesOf(product)) {
    describe(`over ${kind.name}`, async () => {
      const world = await createWorld(await kind.open(), product);
      for (const framework of frameworksOf(product)) {
        describe(`on ${framework.name}`, () => {
          define(world, serverOf(world, framework));
        });
      }
    });
  }
}

/** Postgres alone in the quick tier, unless the tests are about another. */
function storagesOf({ storages = [memory, postgres] }: Product): readonly StorageKind[] {
  return tier === 'full' || storages.length === 1 ? storages : [postgres];
}

/** The first framework alone in the quick tier: Express 5, unless the tests are about others. */
export function frameworksOf(product: Pick<Product, 'frameworks'>): readonly Framework[] {
  const all = product.frameworks ?? frameworks;
  return tier === 'full' ? all : all.slice(0, 1);
}

function serverOf(world: World, framework: Framework): Server {
  let server: RunningServer | null = null;
  beforeAll(async () => {
    server = await framework.serve(world.mounts);
  });
  afterAll(async () => {
    await server?.stop();
  });
  const port = (): number => {
    if (server === null) throw new Error('the server runs while tests run');
    return server.port;
  };
  return {
    framework: framework.name,
    get port() {
      return port();
    },
    get origin() {
      return `http://127.0.0.1:${String(port())}`;
    },
  };
}
