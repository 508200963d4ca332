// Sign-in with a second factor, from the password to the session. Stepward decides what a session still needs, and
// sends and checks the code; the session is the service's: here a signed token.

const { decideSignIn } = require('@stepward/core/policy');

/**
 * What comes next, and how far the session is by now. `reason` is an error code of Stepward, such as `code_mismatch`.
 *
 * @typedef {import('./tokens.js').Session} Session
 * @typedef {{
 *   next: 'signed_in' | 'enter_code' | 'enrol' | 'verify_phone' | 'denied' | 'retry',
 *   session: Session,
 *   reason?: string
 * }} Step
 */

/** @param {{ stepward: import('@stepward/core').Stepward, tenantId: string }} options */
function createSignIn({ stepward, tenantId }) {
  /**
   * @param {import('./people.js').Person} person
   * @param {Date} now
   */
  async function decide(person, now) {
    const whose = { tenantId, identityId: person.id, assurance: null };
    const policy = await stepward.policies.get(tenantId, null); // no organisations: the tenant's own policy
    if (policy.isErr()) throw new Error(policy.error.code);
    const status = await stepward.enrolments.status(whose);
    if (status.isErr()) throw new Error(status.error.code);
    return decideSignIn(
      {
        policy: policy.value,
        enrolled: status.value.methods,
        proven: [],
        phoneVerified: true,
        memberSince: person.joinedAt,
        requiredSince: null,
        risk: 'unknown',
      },
      now,
    );
  }

  return {
    /**
     * Goes on with a session after the right password.
     *
     * @param {Session} session
     * @param {import('./people.js').Person} person
     * @param {Date} now
     * @returns {Promise<Step>}
     */
    async proceed(session, person, now) {
      const decision = await decide(person, now);
      switch (decision.type) {
        case 'allow':
          return { next: 'signed_in', session: { ...session, stage: 'signed_in' } };
        case 'challenge': {
          const { identityId, sessionId } = session;
          const sent = await stepward.stepUp.challenge({ tenantId, identityId, sessionId });
          return sent.isOk()
            ? { next: 'enter_code', session }
            : { next: 'retry', session, reason: sent.error.code };
        }
        case 'enrol':
          return decision.skippable
            ? { next: 'signed_in', session: { ...session, stage: 'signed_in' } }
            : { next: 'enrol', session: { ...session, stage: 'enrolling' } };
        case 'verify_phone':
          return { next: 'verify_phone', session: { ...session, stage: 'enrolling' } };
        case 'deny':
          return { next: 'denied', session };
      }
    },

    /**
     * @param {Session} session
     * @param {unknown} code
     * @returns {Promise<Step>}
     */
    async enterCode(session, code) {
      const verified = await stepward.stepUp.verify(
        { tenantId, sessionId: session.sessionId },
        code,
      );
      return verified.isOk()
        ? { next: 'signed_in', session: { ...session, stage: 'signed_in', assurance: 'aal2' } }
        : { next: 'enter_code', session, reason: verified.error.code };
    },
  };
}

module.exports = { createSignIn };
