import { migrate } from '@stepward/postgres';
import { Pool } from 'pg';
import { start } from './start.js';

const { DATABASE_URL, CODE_KEY = '', PORT = '3000' } = process.env;
const pool = new Pool({ connectionString: DATABASE_URL });
await migrate({ pool });
const { shop } = await start({ pool, codeKey: CODE_KEY, port: Number(PORT) });
console.log(`${shop}: sign in as ada, bea or cem with the password "correct horse", and pay`);
