import type { Stepward } from '@stepward/core';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { id } from '../parts/fields.js';
import { trustedDeviceBody, trustedDevices as list } from '../parts/trusted-device.js';

const PATH = '/v1/account/trusted-devices';
const REFUSES = ['identity_unknown', 'identity_suspended'] as const;

/** The browsers that the caller trusts. */
export function trustedDeviceOperations({
  trustedDevices,
}: Pick<Stepward, 'trustedDevices'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listTrustedDevices',
      api: 'account',
      method: 'GET',
      path: PATH,
      summary: 'Lists the browsers that the caller trusts, the oldest first.',
      scope: null,
      params: {},
      answers: { 200: list },
      refuses: REFUSES,
      async serve(caller) {
        const listed = await trustedDevices.list(caller);
        return listed.match(
          (devices) => reply(200, { data: devices.map(trustedDeviceBody) }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'endTrustedDevice',
      api: 'account',
      method: 'DELETE',
      path: `${PATH}/:deviceId`,
      summary: 'Ends a browser that the caller trusts: its next sign-in asks for a second factor.',
      scope: 'account.mfa:write',
      params: { deviceId: id },
      answers: {
        200: z.object({
          data: z.object({ ended: z.literal(true) }).meta({ title: 'EndedTrustedDevice' }),
        }),
      },
      refuses: [...REFUSES, 'assurance_insufficient', 'trusted_device_not_found'],
      async serve(caller, { params: { deviceId } }) {
        const ended = await trustedDevices.end(caller, deviceId);
        return ended.match(() => reply(200, { data: { ended: true } } as const), refuse);
      },
    }),
  ];
}
