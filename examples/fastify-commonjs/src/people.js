// The service's people, with their passwords. A real service has a table; what matters here is that Stepward is told
// of each person once, for it keeps the directory in this example.

const { parsePhoneNumber } = require('@stepward/core');
const { randomBytes, scryptSync, timingSafeEqual } = require('node:crypto');

/** @typedef {{ id: string, email: string, joinedAt: Date, salt: Buffer, key: Buffer }} Person */

/** @param {{ stepward: import('@stepward/core').Stepward, tenantId: string }} options */
function createPeople({ stepward, tenantId }) {
  /** @type {Map<string, Person>} */
  const byEmail = new Map();

  return {
    /** @param {{ id: string, email: string, password: string, phone: string }} person */
    async add({ id, email, password, phone }) {
      const number = parsePhoneNumber(phone);
      if (number.isErr()) throw new Error(number.error.code);
      const stored = await stepward.identities.put(tenantId, {
        identityId: id,
        state: 'active',
        phone: { number: number.value, verified: true },
        otherFactors: [],
        backupCodesRemaining: 0,
        locale: null,
      });
      if (stored.isErr()) throw new Error(stored.error.code);
      const salt = randomBytes(16);
      byEmail.set(email, { id, email, joinedAt: new Date(), salt, key: derive(password, salt) });
    },

    /**
     * The person with this address and password, or null.
     *
     * @param {unknown} email
     * @param {unknown} password
     */
    findByPassword(email, password) {
      const person = typeof email === 'string' ? byEmail.get(email) : undefined;
      // A stranger waits as long as a person who typed a wrong password.
      const salt = person?.salt ?? Buffer.alloc(16);
      const key = derive(typeof password === 'string' ? password : '', salt);
      return person && timingSafeEqual(key, person.key) ? person : null;
    },

    /** @param {string} id */
    find: (id) => [...byEmail.values()].find((person) => person.id === id) ?? null,
  };
}

/**
 * @param {string} password
 * @param {Buffer} salt
 */
function derive(password, salt) {
  return scryptSync(password, salt, 32);
}

module.exports = { createPeople };
