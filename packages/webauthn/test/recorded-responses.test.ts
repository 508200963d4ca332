import { describe, expect, it } from 'vitest';
import { createWebAuthn } from '../src/index.js';
import * as recorded from './recorded-responses.js';
import type { RecordedCreation, RecordedRequest } from './recorded-responses.js';

const WEBSITE = createWebAuthn({
  rpName: 'Recorded',
  rpId: 'dev.dontneeda.pw',
  origins: ['https://dev.dontneeda.pw'],
});
const LOCALHOST = createWebAuthn({
  rpName: 'Recorded',
  rpId: 'localhost',
  origins: ['http://localhost:8000'],
});

/** The challenge that a response answers. */
function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): string {
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as object;
  return (data as { readonly challenge: string }).challenge;
}

function credentialWith(id: string, response: object) {
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
}

function create({ id, ...response }: RecordedCreation, relyingParty = WEBSITE) {
  const isAsked = (challenge: string) => challenge === challengeOf(response);
  return relyingParty.verifyCreation({ response: credentialWith(id, response), isAsked });
}

function prove({ id, publicKey, ...response }: RecordedRequest, relyingParty = WEBSITE) {
  return relyingParty.verifyRequest({
    response: credentialWith(id, response),
    isAsked: (challenge) => challenge === challengeOf(response),
    credentials: [{ id, publicKey, transports: [], userHandle: 'aW50ZXJuYWxVc2VySWQ' }],
  });
}

const bound = { deviceBound: true, userVerified: true };

const KEYS = {
  firefox:
    'pQECAyYgASFYID5PQTZQQg6haZFQWFzqfAOyQ_ENsMH8xxQ4GRiNPsqrIlggU8IVUOV8qpgk_Jh-OTaLuZL52KdX1fTht07X4DiQPow',
  windows:
    'pAEDAzkBACBZAQDxfpXrj0ba_AH30JJ_-W7BHSOPugOD8aEDdNBKc1gjB9AmV3FPl2aL0fwiOMKtM_byI24qXb2FzcyjC7HUVkHRtzkAQnahXckI4wY_01koaY6iwXuIE3Ya0Zjs2iZyz6u4G_abGnWdObqa_kHxc3CHR7Xy5MDkAkKyX6TqU0tgHZcEhDd_Lb5ONJDwg4wvKlZBtZYElfMuZ6lonoRZ7qR_81rGkDZyFaxp6RlyvzEbo4ijeIaHQylqCz-oFm03ifZMOfRHYuF4uTjJDRH-g4BW1f3rdi7DTHk1hJnIw1IyL_VFIQ9NifkAguYjNCySCUNpYli2eMrPhAu5dYJFFjINIUMBAAE',
  touchId:
    'pQECAyYgASFYID8zDAdJzyrvc77urb78mj-zJRiiYuM2s2EMOZMgoxspIlggsh8XJzAsHI-JZWMEWPjHnYDgkM3M_04Cnmm2OMhUMqw',
};

describe('a recorded response', () => {
  it.each([
    ['of Firefox on Android', recorded.FIREFOX_ON_ANDROID, WEBSITE, KEYS.firefox, 0],
    ['of Windows Hello', recorded.WINDOWS_HELLO, WEBSITE, KEYS.windows, 0],
    ['of Touch ID', recorded.TOUCH_ID, LOCALHOST, KEYS.touchId, 1_643_485_352],
  ])('%s makes a credential', async (_, creation, relyingParty, publicKey, signCount) => {
    expect(await create(creation, relyingParty)).toEqual({
      type: 'verified',
      credential: { id: creation.id, transports: [], publicKey },
      data: { ...bound, signCount },
    });
  });

  it('with a certificate of the authenticator is wrong, for none was asked for', async () => {
    expect(await create(recorded.ATTESTED_KEY)).toEqual({ type: 'wrong' });
  });

  it.each([
    ['with a count', recorded.SECURITY_KEY, WEBSITE, 144, false],
    ['without a count', recorded.COUNTING_NOTHING, WEBSITE, 0, false],
    ['of a verified person', recorded.TOUCH_ID_REQUEST, LOCALHOST, 1_643_868_837, true],
  ])('proves its credential, %s', async (...row) => {
    const [, request, relyingParty, signCount, userVerified] = row;
    expect(await prove(request, relyingParty)).toEqual({
      type: 'verified',
      credentialId: request.id,
      data: { signCount, userVerified, deviceBound: true },
    });
  });

  it('proves nothing for another website, or with another key', async () => {
    const wrong = { type: 'wrong', credentialId: recorded.SECURITY_KEY.id };
    const { publicKey } = recorded.COUNTING_NOTHING;
    expect(await prove(recorded.SECURITY_KEY, LOCALHOST)).toEqual(wrong);
    expect(await prove({ ...recorded.SECURITY_KEY, publicKey })).toEqual(wrong);
  });
});
