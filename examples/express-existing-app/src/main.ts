import { createConsoleSmsSender } from '@stepward/sms/console';
import { migrate } from '@stepward/postgres';
import { Pool } from 'pg';
import { createApp } from './app.js';
import { createExampleData } from './example-data.js';
import { createIdentity } from './identity.js';
import { createTables } from './tables.js';

const { DATABASE_URL, CODE_KEY = '', PORT = '3000' } = process.env;
const origin = `http://127.0.0.1:${PORT}`;
const pool = new Pool({ connectionString: DATABASE_URL });
await migrate({ pool });
await createTables(pool);
const smsSender = createConsoleSmsSender();
const stepward = createIdentity({ pool, smsSender, codeKey: CODE_KEY });
await createExampleData(pool, stepward, new Date());

const app = createApp({ pool, stepward, origin });
app.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`${origin}: sign in as ada@example.com with the password "correct horse"`);
});
