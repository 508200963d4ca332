import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { Pool, PoolClient } from 'pg';

/** The secrets of the demo that outlive a process. */
export interface DemoSecrets {
  /** 32 bytes in base64url, for `codeKeys`. */
  readonly codeKey: string;
  /** The same, for the secrets of subscribers. */
  readonly webhookKey: string;
  /** The same, for the asymmetric signatures of webhooks. */
  readonly signingKey: string;
  /** The same, for links to pages. */
  readonly linkKey: string;
  /** The private key that signs access tokens, as JSON of a JWK. */
  readonly tokenKey: string;
}

/**
 * Reads the demo's secrets from its database, and makes them at the first start: what one process stored, the next
 * one can open. A real host keeps its keys in a secret manager and never beside what they protect.
 */
export async function loadDemoSecrets(pool: Pool): Promise<DemoSecrets> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // One process at a time: `create … if not exists` does not look at what others are creating.
    await client.query(`select pg_advisory_xact_lock(hashtext('stepward demo secrets'))`);
    await client.query('create schema if not exists stepward_demo');
    await client.query(
      'create table if not exists stepward_demo.secrets (name text primary key, value text not null)',
    );
    const secrets = {
      codeKey: await kept(client, 'code_key', randomKey()),
      webhookKey: await kept(client, 'webhook_key', randomKey()),
      signingKey: await kept(client, 'signing_key', randomKey()),
      linkKey: await kept(client, 'link_key', randomKey()),
      tokenKey: await kept(client, 'token_key', await newTokenKey()),
    };
    await client.query('commit');
    client.release();
    return secrets;
  } catch (error) {
    // The connection goes with its open transaction.
    client.release(true);
    throw error;
  }
}

/** The secret of that name as it is stored; `fresh` is stored where there is none. */
async function kept(client: PoolClient, name: string, fresh: string): Promise<string> {
  await client.query(
    'insert into stepward_demo.secrets (name, value) values ($1, $2) on conflict do nothing',
    [name, fresh],
  );
  const { rows } = await client.query<{ value: string }>(
    'select value from stepward_demo.secrets where name = $1',
    [name],
  );
  return rows[0]?.value ?? fresh;
}

function randomKey(): string {
  return randomBytes(32).toString('base64url');
}

async function newTokenKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}
