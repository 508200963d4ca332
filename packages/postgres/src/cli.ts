#!/usr/bin/env node
import pg from 'pg';
import { parseArguments, USAGE, type CliCommand } from './cli-arguments.js';
import { migrate } from './migrate.js';

/** Runs the command and gives the exit code. */
async function run(command: CliCommand): Promise<number> {
  switch (command.type) {
    case 'help':
      console.log(USAGE);
      return 0;
    case 'invalid':
      console.error(`stepward-postgres: ${command.message}\n\n${USAGE}`);
      return 2;
    case 'migrate':
      return runMigrations(command);
  }
}

async function runMigrations({
  url,
  type: _,
  ...options
}: Extract<CliCommand, { type: 'migrate' }>): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  try {
    const applied = await migrate({ ...options, pool });
    for (const id of applied) console.log(`applied ${id}`);
    if (applied.length === 0) console.log('nothing to apply');
    return 0;
  } catch (error) {
    console.error(`stepward-postgres: ${reasonOf(error)}`);
    return 1;
  } finally {
    await pool.end();
  }
}

/** A refused connection to a host with several addresses has a code, but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.message || ('code' in error ? String(error.code) : error.name);
}

process.exitCode = await run(parseArguments(process.argv.slice(2), process.env));
