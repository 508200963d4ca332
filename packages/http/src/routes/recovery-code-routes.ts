import type { Stepward } from '@stepward/core';
import { refuse } from '../refusal.js';
import { dataReply } from '../reply.js';
import { defineRoute, type AnyRoute } from '../route.js';

export type RecoveryCodeServices = Pick<Stepward, 'recoveryCodes'>;

/** Codes for a caller who loses a second factor. */
export function recoveryCodeRoutes({ recoveryCodes }: RecoveryCodeServices): readonly AnyRoute[] {
  return [
    defineRoute({
      api: 'account',
      method: 'POST',
      path: '/v1/account/mfa/recovery-codes',
      summary: 'Makes ten recovery codes, which void the earlier ones. They are shown this once.',
      scope: 'account.mfa:write',
      body: null,
      query: null,
      answers: [201],
      refuses: [
        'identity_unknown',
        'identity_suspended',
        'assurance_insufficient',
        'factor_not_allowed',
        'no_factor',
      ],
      async serve(caller) {
        const generated = await recoveryCodes.generate(caller);
        return generated.match((shown) => dataReply(201, shown), refuse);
      },
    }),
  ];
}
