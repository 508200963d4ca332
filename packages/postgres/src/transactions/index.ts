export { fromDrizzle, type DrizzleTransaction } from './from-drizzle.js';
export { fromKnex, type KnexTransaction } from './from-knex.js';
export { fromKysely, type KyselyTransaction } from './from-kysely.js';
export { fromPostgresJs, type PostgresJsTransaction } from './from-postgres-js.js';
export { fromPrisma, type PrismaTransaction } from './from-prisma.js';
export { fromTypeorm, type TypeormTransaction } from './from-typeorm.js';
