const { createKeyRing, createStepward, systemCaller } = require('@stepward/core');
const { createPostgresStorage, migrate } = require('@stepward/postgres');
const { createConsoleSmsSender } = require('@stepward/sms/console');
const { Pool } = require('pg');
const { createApp } = require('./app.js');

async function main() {
  const { DATABASE_URL, CODE_KEY = '', PORT = '3000' } = process.env;
  const pool = new Pool({ connectionString: DATABASE_URL });
  await migrate({ pool });
  const stepward = createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: createConsoleSmsSender(),
    codeKeys: createKeyRing({ active: { id: 'key-1', secret: CODE_KEY } }),
  });

  let origin = '';
  const { app, people, tenantId } = await createApp({ stepward, origin: () => origin });
  const sms = { enabled: true, mfaEnabled: true, appName: 'Example' };
  const configured = await stepward.tenants.configure(systemCaller(tenantId), { sms });
  if (configured.isErr()) throw new Error(configured.error.code);
  await people.add({
    id: 'ada',
    email: 'ada@example.com',
    password: 'correct horse',
    phone: '+14155550101',
  });

  origin = await app.listen({ port: Number(PORT), host: '127.0.0.1' });
  console.log(`${origin}: sign in as ada@example.com with the password "correct horse"`);
}

main().catch((/** @type {unknown} */ error) => {
  console.error(error);
  process.exitCode = 1;
});
