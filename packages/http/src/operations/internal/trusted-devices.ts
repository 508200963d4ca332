import { FACTOR_NAMES, type Stepward } from '@stepward/core';
import { STEP_UP_FACTORS } from '@stepward/core/factors';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { idLike, text } from '../parts/fields.js';
import { trustedDevice, trustedDeviceBody } from '../parts/trusted-device.js';

const PATH = '/v1/internal/trusted-devices';
const identityId = idLike('usr_7f3a');
const TOKEN = 'dG9rZW4tb2YtYS1icm93c2VyLXRoYXQtaXMtdHJ1c3Q';

/** Each factor that a session can prove, once. */
const PROVEN_FACTORS = [...new Set([...FACTOR_NAMES, ...STEP_UP_FACTORS])];

/** Trusted devices, for the authentication application. The answers are not wrapped in `data`. */
export function trustedDevicesOfSessions({
  trustedDevices,
}: Pick<Stepward, 'trustedDevices'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'trustDevice',
      api: 'internal',
      method: 'POST',
      path: PATH,
      summary:
        'Trusts the browser of a session that has proven a second factor, and shows its token only once.',
      scope: null,
      params: {},
      body: z.object({
        identity_id: identityId,
        // The second factors that the session has proven. A temporary pass is not enough.
        proven: z.array(z.enum(PROVEN_FACTORS)).meta({ examples: [['totp']] }),
        // The organisation that sets the session's policy; by default the tenant alone decides.
        organisation_id: idLike('org_1c9e').nullish(),
        // By default the browser and the system of the user agent.
        name: z
          .string()
          .meta({ minLength: 1, maxLength: 64, examples: ['Work laptop'] })
          .nullish(),
        user_agent: z
          .string()
          .meta({ examples: ['Mozilla/5.0'] })
          .nullish(),
      }),
      answers: {
        201: trustedDevice.extend({ token: text(TOKEN) }).meta({ title: 'NewTrustedDevice' }),
      },
      refuses: [
        'identity_not_found',
        'identity_suspended',
        'organisation_not_found',
        'name_malformed',
        'trusted_devices_not_allowed',
        'factor_not_proven',
      ],
      showsSecret: true,
      async serve({ tenantId }, { body }) {
        const trusted = await trustedDevices.trust({
          tenantId,
          identityId: body.identity_id,
          proven: body.proven,
          organisationId: body.organisation_id ?? null,
          name: body.name ?? null,
          userAgent: body.user_agent ?? null,
        });
        return trusted.match(
          ({ device, token }) =>
            reply(201, { ...trustedDeviceBody(device), token: token.reveal() }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'checkTrustedDevice',
      api: 'internal',
      method: 'POST',
      path: `${PATH}/check`,
      summary:
        'Finds the trusted device that a sign-in comes from, after its first factor; null for none.',
      scope: null,
      params: {},
      body: z.object({
        identity_id: identityId,
        // What the cookie holds.
        token: z.string().meta({ examples: [TOKEN] }),
      }),
      answers: { 200: z.object({ trusted_device: trustedDevice.nullable() }) },
      async serve({ tenantId }, { body }) {
        const { identity_id, token } = body;
        const found = await trustedDevices.check({ tenantId, identityId: identity_id, token });
        return reply(200, { trusted_device: found && trustedDeviceBody(found) });
      },
    }),
  ];
}
