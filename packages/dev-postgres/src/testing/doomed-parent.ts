/**
 * A program that starts a server, prints its traces as one line of JSON, and waits to be killed.
 */
import { startEmbeddedPostgres } from '../start-embedded-postgres.js';
import { serverTraces } from './server-traces.js';

console.log(JSON.stringify(await serverTraces(await startEmbeddedPostgres())));
