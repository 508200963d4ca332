import type { Identity } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { createWebAuthn } from './create-webauthn.js';
import type { RelyingParty } from './relying-party.js';

/** Test vectors of the standard: W3C Web Authentication Level 3, section 16.2, "ES256 Credential with No Attestation". */
const VECTOR = {
  credentialId: 'f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4',
  creation: {
    challenge: '00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130',
    clientDataJSON:
      '7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20426b5165446a646354427258426941774a544c453551227d',
    attestationObject:
      'a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220',
  },
  request: {
    challenge: '39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408',
    clientDataJSON:
      '7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d',
    authenticatorData: 'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000',
    signature:
      '3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87',
  },
} as const;

const PARTY: RelyingParty = {
  rpName: 'Example',
  rpId: 'example.org',
  origins: ['https://example.org'],
};

const HANDLE = base64url('00'.repeat(32));

const isCreation = (challenge: string) => challenge === base64url(VECTOR.creation.challenge);
const isRequest = (challenge: string) => challenge === base64url(VECTOR.request.challenge);

function base64url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}

/** A response as a browser gives it, with changes to its inner part. */
function responseOf(parts: object, changes: object = {}) {
  const id = base64url(VECTOR.credentialId);
  const { challenge: _, ...encoded } = Object.fromEntries(
    Object.entries(parts).map(([name, hex]) => [name, base64url(String(hex))]),
  );
  return {
    id,
    rawId: id,
    type: 'public-key',
    response: { ...encoded, ...changes },
    clientExtensionResults: {},
  };
}

const created = (changes: object = {}) => responseOf(VECTOR.creation, changes);
const proven = (changes: object = {}) => responseOf(VECTOR.request, changes);

/** Client data with a change, which the signature of a request does not cover. */
function clientData(hex: string, changes: object): { readonly clientDataJSON: string } {
  const data = JSON.parse(Buffer.from(hex, 'hex').toString()) as object;
  const text = JSON.stringify({ ...data, ...changes });
  return { clientDataJSON: Buffer.from(text).toString('base64url') };
}

async function knownCredential() {
  const verdict = await createWebAuthn(PARTY).verifyCreation({
    response: created({ transports: ['usb', 'nfc'] }),
    isAsked: isCreation,
  });
  if (verdict.type !== 'verified') throw new Error(verdict.type);
  return verdict;
}

async function verifyRequest(response: unknown, party: Partial<RelyingParty> = {}) {
  const { credential } = await knownCredential();
  return createWebAuthn({ ...PARTY, ...party }).verifyRequest({
    response,
    isAsked: isRequest,
    credentials: [{ ...credential, userHandle: HANDLE }],
  });
}

describe('the standard’s credential', () => {
  it('is read from its creation', async () => {
    expect(await knownCredential()).toEqual({
      type: 'verified',
      credential: {
        id: base64url(VECTOR.credentialId),
        transports: ['usb', 'nfc'],
        publicKey: base64url(VECTOR.creation.attestationObject.slice(-154)),
      },
      data: { signCount: 0, userVerified: false, deviceBound: false },
    });
  });

  it('proves itself, whether or not it names the person', async () => {
    const verified = {
      type: 'verified',
      credentialId: base64url(VECTOR.credentialId),
      data: { signCount: 0, userVerified: false, deviceBound: false },
    };
    expect(await verifyRequest(proven())).toEqual(verified);
    for (const userHandle of [HANDLE, '', null]) {
      expect(await verifyRequest(proven({ userHandle }))).toEqual(verified);
    }
  });
});

const OTHER_SITE = { rpId: 'example.net', origins: ['https://example.net'] };

describe('a wrong response', () => {
  const { creation, request } = VECTOR;

  it.each([
    ['to another challenge', {}, { challenge: base64url(request.challenge) }],
    ['from another origin', {}, { origin: 'https://evil.example.org' }],
    ['of another kind', {}, { type: 'webauthn.get' }],
    ['from a frame of another origin', {}, { crossOrigin: true }],
    ['for another relying party', OTHER_SITE, { origin: 'https://example.net' }],
  ])('to a question for a new credential, %s', async (_, party, changes) => {
    const response = created(clientData(creation.clientDataJSON, changes));
    const webauthn = createWebAuthn({ ...PARTY, ...party });
    const verdict = await webauthn.verifyCreation({ response, isAsked: isCreation });
    expect(verdict).toEqual({ type: 'wrong' });
  });

  it('with a new credential, without the person or under another id', async () => {
    const flags = creation.attestationObject.replace('b559000000', 'b558000000');
    const absent = created({ attestationObject: base64url(flags) });
    const renamed = { ...created(), id: 'b3RoZXI', rawId: 'b3RoZXI' };
    for (const response of [absent, renamed]) {
      const asked = { response, isAsked: isCreation };
      expect(await createWebAuthn(PARTY).verifyCreation(asked)).toEqual({ type: 'wrong' });
    }
  });

  it.each([
    ['whose signature covers other client data', {}, clientData(request.clientDataJSON, { a: 1 })],
    ['from another origin', {}, clientData(request.clientDataJSON, { origin: 'https://a.test' })],
    [
      'from a frame of another origin',
      {},
      clientData(request.clientDataJSON, { crossOrigin: true }),
    ],
    ['to another site', OTHER_SITE, {}],
    ['without the person', {}, { authenticatorData: base64url(flagged('18')) }],
    [
      'with another signature',
      {},
      { signature: base64url(request.signature.replace('f50a', 'f50b')) },
    ],
    ['that names another person', {}, { userHandle: base64url('01'.repeat(32)) }],
  ])('by a credential, %s', async (_, party, changes) => {
    expect(await verifyRequest(proven(changes), party)).toEqual({
      type: 'wrong',
      credentialId: base64url(VECTOR.credentialId),
    });
  });

  it('is by a credential that the person does not have', async () => {
    const stranger = { ...proven(), id: 'b3RoZXI', rawId: 'b3RoZXI' };
    expect(await verifyRequest(stranger)).toEqual({ type: 'wrong', credentialId: 'b3RoZXI' });
  });
});

function flagged(flags: string): string {
  return VECTOR.request.authenticatorData.replace('b51900', `b5${flags}00`);
}

describe('input that is no response', () => {
  it.each([
    ['nothing', undefined],
    ['a text', 'AA'],
    ['an empty object', {}],
    ['no id', { ...created(), id: undefined }],
    ['two ids', { ...created(), rawId: 'b3RoZXI' }],
    ['an id that is not base64url', { ...created(), id: 'a+b=', rawId: 'a+b=' }],
    ['an id of more than 1,023 bytes', withId('A'.repeat(1_365))],
    ['another type', { ...created(), type: 'password' }],
    ['no inner response', { ...created(), response: null }],
    ['a part of more than 16,384 characters', created({ clientDataJSON: 'A'.repeat(16_385) })],
    ['client data that are a number', created({ clientDataJSON: 7 })],
    ['a challenge that is no text', created({ attestationObject: undefined })],
  ])('is malformed: %s', async (_, response) => {
    const webauthn = createWebAuthn(PARTY);
    const malformed = { type: 'malformed' };
    expect(await webauthn.verifyCreation({ response, isAsked: isCreation })).toEqual(malformed);
    expect(await verifyRequest(response)).toEqual(malformed);
  });

  it('in the right form is wrong, not an error', async () => {
    const webauthn = createWebAuthn(PARTY);
    for (const text of ['AA', base64url('7b7d'), base64url('6e756c6c'), base64url('a0')]) {
      const creation = created({ clientDataJSON: text, attestationObject: text });
      const asked = { response: creation, isAsked: isCreation };
      expect((await webauthn.verifyCreation(asked)).type).toBe('wrong');
      const request = proven({ clientDataJSON: text, authenticatorData: text, signature: text });
      expect((await verifyRequest(request)).type).toBe('wrong');
    }
  });

  it('keeps of the transports those that are words, ten at most', async () => {
    const transports = ['usb', 7, 'not a word', ...new Array<string>(20).fill('nfc')];
    const verdict = await createWebAuthn(PARTY).verifyCreation({
      response: created({ transports }),
      isAsked: isCreation,
    });
    expect(verdict).toMatchObject({
      credential: { transports: ['usb', ...new Array<string>(9).fill('nfc')] },
    });
  });
});

function withId(id: string) {
  return { ...created(), id, rawId: id };
}

describe('the question for a browser', () => {
  const identity = { identityId: 'ada' } as Identity;
  const question = {
    challenge: base64url(VECTOR.creation.challenge),
    timeoutMs: 300_000,
    existing: [{ id: base64url(VECTOR.credentialId), transports: ['usb'] }],
  };
  const known = { type: 'public-key', id: base64url(VECTOR.credentialId), transports: ['usb'] };

  it('for a new credential asks for no attestation, prefers verification, and excludes known ones', async () => {
    const label = () => 'ada@example.org';
    const asked = { ...question, identity, userHandle: HANDLE };
    expect(await createWebAuthn({ ...PARTY, label }).creationOptions(asked)).toMatchObject({
      challenge: question.challenge,
      timeout: 300_000,
      rp: { id: 'example.org', name: 'Example' },
      user: { id: HANDLE, name: 'ada@example.org', displayName: 'ada@example.org' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [known],
    });
  });

  it('for a proof allows the known credentials alone', async () => {
    expect(await createWebAuthn(PARTY).requestOptions(question)).toMatchObject({
      challenge: question.challenge,
      timeout: 300_000,
      rpId: 'example.org',
      userVerification: 'preferred',
      allowCredentials: [known],
    });
  });
});

describe('createWebAuthn', () => {
  it.each([
    ['rpName must be', { rpName: '' }],
    ['rpId must be', { rpId: 'https://example.org' }],
    ['rpId must be', { rpId: 'example.org:8443' }],
    ['rpId must be', { rpId: 'org' }],
    ['rpId must be', { rpId: '127.0.0.1', origins: ['https://127.0.0.1'] }],
    ['origins must be', { origins: [] }],
    ['origins must be', { origins: ['https://example.net'] }],
    ['origins must be', { origins: ['https://notexample.org'] }],
    ['origins must be', { origins: ['http://example.org'] }],
    ['origins must be', { origins: ['https://example.org/'] }],
    ['label must be', { label: 'ada' as never }],
    ['there is no option', { rpID: 'example.org' }],
  ])('names what is wrong: %s', (message, changes) => {
    expect(() => createWebAuthn({ ...PARTY, ...changes })).toThrow(message);
  });

  it('takes a page below the domain, and one on this machine', () => {
    createWebAuthn({ ...PARTY, origins: ['https://login.example.org:8443'] });
    createWebAuthn({ rpName: 'Demo', rpId: 'localhost', origins: ['http://localhost:3000'] });
  });
});
