/** docs/decisions.md: "Code at rest", for challenges: what the database holds of a code, and what it does not. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { onEveryHost, type Host } from '../account-api/harness/host.js';
import { outcome } from '../harness/answer.js';
import { postgres } from '../harness/storages.js';
import { challengedIn } from './harness/application.js';

const superuser = ({ superuser: role }: Host) => role!;

describe('the code of a challenge', () => {
  onEveryHost(
    (host) => {
      it('is in no column of any row, nor is an unkeyed hash of it', async () => {
        const { ada, session } = await challengedIn(host);
        const rows = await superuser(host).everyRow();
        const stored = rows.filter((row) => row.includes(ada.tenantId)).join('\n');
        expect(stored).toContain(session.sessionId);
        expect(stored).not.toMatch(new RegExp(`(?<![0-9A-Za-z])${ada.code()}(?![0-9A-Za-z])`));
        for (const text of [ada.code(), `${session.sessionId}${ada.code()}`]) {
          const hash = createHash('sha256').update(text);
          expect(stored).not.toContain(hash.digest('hex'));
        }
      });

      it('is a digest of 64 hexadecimal digits under a named key', async () => {
        const { session } = await challengedIn(host);
        const rows = await superuser(host).query(
          'select verifier from stepward.codes where session_id = $1',
          [session.sessionId],
        );
        expect(rows).toEqual([{ verifier: expect.stringMatching(/^Zmlyc3Q\.[0-9a-f]{64}$/) }]);
      });

      it('matches nothing where its whole row was copied to another session of the same person', async () => {
        const { ada, session } = await challengedIn(host);
        const code = ada.code();
        const other = session.inSession(`${session.sessionId}-copy`);
        await superuser(host).query(
          `insert into stepward.codes
           select tenant_id, identity_id, factor, purpose, $2, status, code_id, destination, verifier,
             issued_at, expires_at, attempts_spent, guessed_wrong_at, counted, ended_at
           from stepward.codes where session_id = $1`,
          [session.sessionId, other.sessionId],
        );
        expect(outcome(await other.verify(code))).toBe('422 validation_error code_mismatch');
        expect(outcome(await session.verify(code))).toBe('200');
      });

      it('leaves nothing once it was used or has expired', async () => {
        const [used, expired] = [await challengedIn(host), await challengedIn(host)];
        await used.session.verify(used.ada.code());
        host.pass(5);
        await host.stepward.purge();
        const rows = await superuser(host).query(
          `select status, verifier, destination, code_id from stepward.codes
           where session_id = any($1)`,
          [[used.session.sessionId, expired.session.sessionId]],
        );
        expect(rows).toEqual([
          { status: 'expired', verifier: null, destination: null, code_id: null },
        ]);
      });
    },
    { storages: [postgres] },
  );
});
