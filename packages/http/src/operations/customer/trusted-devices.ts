import type { ListedDevice, Stepward } from '@stepward/core';
import { refuse, reply } from '../../answer.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { id, idLike } from '../parts/fields.js';
import { trustedDeviceBody, trustedDevices as list } from '../parts/trusted-device.js';

const PATH = '/v1/customer/identities/:identityId/trusted-devices';
const identityId = idLike('usr_7f3a');

/** The browsers that a person trusts, for administrators. */
export function trustedDevicesOfPeople({
  people,
}: Pick<Stepward, 'people'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listIdentityTrustedDevices',
      api: 'customer',
      method: 'GET',
      path: PATH,
      summary: 'Lists the browsers that a person trusts, the oldest first.',
      scope: 'identities:read',
      params: { identityId },
      answers: { 200: list },
      refuses: ['assurance_insufficient', 'identity_not_found'],
      async serve(caller, { params }) {
        return (await people.trustedDevices(caller, params.identityId)).match(listReply, refuse);
      },
    }),
    defineOperation({
      id: 'endIdentityTrustedDevice',
      api: 'customer',
      method: 'DELETE',
      path: `${PATH}/:deviceId`,
      summary: 'Ends a browser that a person trusts, and returns the others. A reset ends all.',
      scope: 'identities:write',
      params: { identityId, deviceId: id },
      answers: { 200: list },
      refuses: [
        'assurance_insufficient',
        'self_refused',
        'identity_not_found',
        'trusted_device_not_found',
      ],
      async serve(caller, { params }) {
        const { identityId: of, deviceId } = params;
        return (await people.endTrustedDevice(caller, of, deviceId)).match(listReply, refuse);
      },
    }),
  ];
}

function listReply(devices: readonly ListedDevice[]) {
  return reply(200, { data: devices.map(trustedDeviceBody) });
}
