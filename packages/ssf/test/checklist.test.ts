/** What SSF 1.0 and the CAEP interoperability profile 1.0 ask of a transmitter: a row for each requirement. */
import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  CAEP,
  createSsfWorld,
  ISSUER,
  POLL,
  PUSH,
  RECEIVER_URL,
  rsaKey,
  SSF,
  type SsfWorld,
} from './ssf-world.js';

const METADATA = 'https://id.example.test/.well-known/ssf-configuration/ssf/acme';

const metadataOf = async ({ ask }: SsfWorld) => (await ask('GET', METADATA, { token: null })).body;

/** The payloads that a polled stream has after a person enrolled, and a session ended. */
async function payloadsAfterChanges(world: SsfWorld) {
  const { stream_id: id } = await world.stream();
  await world.enrol();
  await world.revoke();
  await world.deliver();
  return world.poll(id);
}

/** The status of a stream, before and after each change. */
async function statuses({ ask, stream }: SsfWorld) {
  const { stream_id } = await stream();
  const seen: string[] = [];
  for (const status of ['paused', 'disabled', 'enabled']) {
    const updated = await ask('POST', '/status', { body: { stream_id, status } });
    const read = await ask('GET', `/status?stream_id=${stream_id}`, { token: 'read' });
    seen.push(updated.body.status, read.body.status);
  }
  return seen;
}

async function verified(world: SsfWorld) {
  const { stream_id } = await world.pushStream();
  const { status } = await world.ask('POST', '/verify', { body: { stream_id, state: 'abc' } });
  await world.deliver();
  const { payload } = await world.open(world.pushed[0]?.body ?? '');
  return { status, payload, stream_id };
}

/** Section of the text, requirement, and what shows it. */
const REQUIREMENTS: readonly [string, string, (world: SsfWorld) => Promise<void>][] = [
  [
    'SSF 7.2',
    'the metadata is JSON at the path that is inserted before the path of the issuer',
    async ({ ask }) => {
      const { status, headers, body } = await ask('GET', METADATA, { token: null });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(body.issuer).toBe(ISSUER);
    },
  ],
  [
    'profile 2.3.1',
    'spec_version is 1_0',
    async (world) => expect((await metadataOf(world)).spec_version).toBe('1_0'),
  ],
  [
    'profile 2.3.2',
    'delivery_methods_supported has push and poll',
    async (world) =>
      expect((await metadataOf(world)).delivery_methods_supported).toEqual([PUSH, POLL]),
  ],
  [
    'profile 2.3.3',
    'jwks_uri has the key that signs',
    async (world) => {
      const { jwks_uri: url } = await metadataOf(world);
      const { body } = await world.ask('GET', url, { token: null });
      await payloadsAfterChanges(world);
      expect(body.keys.map(({ kid }) => kid)).toEqual(['key-1']);
      expect(Object.keys(body.keys[0] ?? {}).toSorted()).toEqual([
        'alg',
        'e',
        'kid',
        'kty',
        'n',
        'use',
      ]);
    },
  ],
  [
    'profile 2.3.4',
    'the configuration_endpoint creates a stream by POST',
    async (world) => {
      const { configuration_endpoint: url } = await metadataOf(world);
      const { status } = await world.ask('POST', url, { body: { delivery: { method: POLL } } });
      expect(status).toBe(201);
    },
  ],
  [
    'profile 2.3.5',
    'the status_endpoint takes enabled, paused and disabled, and tells them',
    async (world) => {
      expect((await metadataOf(world)).status_endpoint).toBe(`${ISSUER}/status`);
      expect(await statuses(world)).toEqual(
        ['paused', 'disabled', 'enabled'].flatMap((status) => [status, status]),
      );
    },
  ],
  [
    'profile 2.3.6',
    'the verification_endpoint has the event sent',
    async (world) => {
      expect((await metadataOf(world)).verification_endpoint).toBe(`${ISSUER}/verify`);
      expect((await verified(world)).status).toBe(204);
    },
  ],
  [
    'profile 2.3.7',
    'authorization_schemes has urn:ietf:rfc:6749',
    async (world) =>
      expect((await metadataOf(world)).authorization_schemes).toEqual([
        { spec_urn: 'urn:ietf:rfc:6749' },
      ]),
  ],
  [
    'SSF 7.1',
    'the metadata names the endpoints of subjects, and says that all are in a stream',
    async (world) =>
      expect(await metadataOf(world)).toMatchObject({
        add_subject_endpoint: `${ISSUER}/subjects/add`,
        remove_subject_endpoint: `${ISSUER}/subjects/remove`,
        default_subjects: 'ALL',
        critical_subject_members: ['user', 'session'],
      }),
  ],
  [
    'profile 2.3.8.1',
    'a stream is created with push',
    async ({ pushStream }) =>
      expect((await pushStream()).delivery).toEqual({ method: PUSH, endpoint_url: RECEIVER_URL }),
  ],
  [
    'profile 2.3.8.1',
    'a stream is created with poll, at a URL of its own, also where no delivery is asked for',
    async ({ stream }) => {
      const asked = await stream({ method: POLL });
      const left = await stream();
      expect([asked, left].map(({ delivery }) => delivery)).toEqual(
        [asked, left].map(({ stream_id: id }) => ({
          method: POLL,
          endpoint_url: `${ISSUER}/streams/${id}/poll`,
        })),
      );
    },
  ],
  [
    'SSF 8.1.1',
    'a stream has the members that the transmitter supplies',
    async ({ stream }) => {
      const requested = [`${CAEP}session-revoked`, 'https://example.test/not-known'];
      const made = await stream({ method: POLL }, { events_requested: requested });
      expect(made).toMatchObject({
        iss: ISSUER,
        aud: 'receiver-1',
        events_requested: requested,
        events_delivered: [`${CAEP}session-revoked`],
        min_verification_interval: 60,
      });
      expect(made.events_supported).toContain(`${CAEP}credential-change`);
    },
  ],
  [
    'SSF 8.1.1.2',
    'a stream is read by its id, and all of the receiver without one',
    async ({ ask, stream }) => {
      expect((await ask('GET', '/streams', { token: 'read' })).body).toEqual([]);
      const made = await stream();
      const one = await ask('GET', `/streams?stream_id=${made.stream_id}`, { token: 'read' });
      expect(one.body).toEqual(made);
      expect((await ask('GET', '/streams', { token: 'read' })).body).toEqual([made]);
    },
  ],
  [
    'SSF 8.1.1.3',
    'a stream is updated: what is left out stays, and what the transmitter sets must be as it is',
    async ({ ask, stream }) => {
      const made = await stream(undefined, { description: 'first' });
      const { stream_id } = made;
      const events_requested = [`${CAEP}credential-change`];
      const updated = await ask('PATCH', '/streams', {
        body: { stream_id, iss: ISSUER, events_requested },
      });
      expect(updated.body).toEqual({
        ...made,
        events_requested,
        events_delivered: events_requested,
      });
      const wrong = await ask('PATCH', '/streams', { body: { stream_id, aud: 'another' } });
      expect(wrong.status).toBe(400);
    },
  ],
  [
    'SSF 8.1.1.4',
    'a stream is replaced: what is left out is deleted',
    async ({ ask, pushStream }) => {
      const made = await pushStream({ description: 'first', events_requested: [] });
      const { stream_id } = made;
      const { body } = await ask('PUT', '/streams', { body: { stream_id } });
      expect(body).toMatchObject({ delivery: { method: POLL }, stream_id });
      expect(Object.keys(body)).not.toContain('description');
      expect(body.events_delivered).toEqual(body.events_supported);
    },
  ],
  [
    'SSF 8.1.1.5',
    'a stream is deleted, with its subscriber',
    async ({ ask, stream, stepward }) => {
      const { stream_id: id } = await stream();
      expect((await ask('DELETE', `/streams?stream_id=${id}`)).status).toBe(204);
      expect((await ask('GET', `/streams?stream_id=${id}`)).status).toBe(404);
      expect((await stepward.subscribers.list('acme')).items).toEqual([]);
    },
  ],
  [
    'SSF 8.1.2',
    'a paused stream holds events, and sends them in their order once it is enabled',
    async (world) => {
      const { ask, clock } = world;
      const { stream_id } = await world.pushStream();
      await ask('POST', '/status', { body: { stream_id, status: 'paused' } });
      for (const session of ['ses_1', 'ses_2', 'ses_3']) {
        clock.advance(1_000);
        await world.revoke(session);
        await world.deliver();
      }
      expect(world.pushed).toEqual([]);
      await ask('POST', '/status', { body: { stream_id, status: 'enabled' } });
      await world.deliver();
      const sent = await Promise.all(world.pushed.map(({ body }) => world.open(body)));
      expect(sent.map(({ payload }) => payload.sub_id.session?.id)).toEqual([
        ...['ses_1', 'ses_2', 'ses_3'],
      ]);
    },
  ],
  [
    'SSF 8.1.2',
    'a disabled stream holds nothing',
    async (world) => {
      const { stream_id } = await world.stream();
      await world.revoke('ses_1');
      await world.deliver();
      await world.ask('POST', '/status', { body: { stream_id, status: 'disabled' } });
      await world.revoke('ses_2');
      await world.deliver();
      expect(await world.storage.held('acme', stream_id, 10)).toEqual([]);
      expect(await world.poll(stream_id)).toEqual([]);
      await world.ask('POST', '/status', { body: { stream_id, status: 'enabled' } });
      expect(await world.poll(stream_id)).toEqual([]);
    },
  ],
  [
    'SSF 8.1.3',
    'the events of a removed subject are not sent, until it is added again',
    async (world) => {
      const { stream_id } = await world.stream();
      const body = { stream_id, subject: { format: 'iss_sub', iss: ISSUER, sub: 'usr_1' } };
      expect((await world.ask('POST', '/subjects/remove', { body })).status).toBe(204);
      await world.revoke('ses_1');
      await world.deliver();
      expect((await world.ask('POST', '/subjects/add', { body })).status).toBe(200);
      await world.revoke('ses_2');
      await world.deliver();
      const told = await world.poll(stream_id);
      expect(told.map((claims) => claims.sub_id.session?.id)).toEqual(['ses_2']);
    },
  ],
  [
    'SSF 8.1.4',
    'a verification event echoes the state, and has the stream as its subject',
    async (world) => {
      const { payload, stream_id } = await verified(world);
      expect(payload).toMatchObject({
        sub_id: { format: 'opaque', id: stream_id },
        events: { [`${SSF}verification`]: { state: 'abc' } },
      });
    },
  ],
  [
    'profile 2.6',
    'events are signed with RS256, by a key of 2048 bits',
    async (world) => {
      const { stream_id: id } = await world.stream();
      await world.revoke();
      await world.deliver();
      const { body } = await world.ask('POST', `/streams/${id}/poll`, { body: {} });
      const [token = ''] = Object.values(body.sets);
      const [head = '', payload = '', signature = ''] = token.split('.');
      expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
        ...{ alg: 'RS256', typ: 'secevent+jwt', kid: 'key-1' },
      });
      // By another implementation than the one that signs.
      const signed = Buffer.from(`${head}.${payload}`);
      const bytes = Buffer.from(signature, 'base64url');
      expect(verify('sha256', signed, createPublicKey(rsaKey), bytes)).toBe(true);
      expect(bytes).toHaveLength(256);
    },
  ],
  [
    'SSF 4.1',
    'a token is of the type secevent+jwt, with neither sub nor exp',
    async (world) => {
      const payloads = await payloadsAfterChanges(world);
      expect(payloads).toHaveLength(2);
      for (const payload of payloads) {
        expect(Object.keys(payload).toSorted()).toEqual(
          ['aud', 'events', 'iat', 'iss', 'jti', 'sub_id', 'txn'].toSorted(),
        );
      }
    },
  ],
  [
    'profile 2.8.1',
    'a token has one event',
    async (world) => {
      for (const { events } of await payloadsAfterChanges(world)) {
        expect(Object.keys(events)).toHaveLength(1);
      }
    },
  ],
  [
    'profile 2.5',
    'subjects are of the format that the host chooses',
    async () => {
      const email = ({ identityId }: { identityId: string }) => ({
        ...{ format: 'email', email: `${identityId}@example.test` },
      });
      const world = await createSsfWorld({ subject: email as never });
      const payloads = await payloadsAfterChanges(world);
      expect(payloads.map((claims) => claims.sub_id)).toEqual([
        { format: 'email', email: 'usr_1@example.test' },
        { format: 'email', email: 'usr_1@example.test' },
      ]);
    },
  ],
  [
    'profile 3.1',
    'session-revoked has a reason_admin',
    async (world) => {
      const payloads = await payloadsAfterChanges(world);
      const event = payloads.map(({ events }) => events[`${CAEP}session-revoked`]);
      expect(event.find(Boolean)).toMatchObject({ reason_admin: { en: 'The session was ended.' } });
    },
  ],
  [
    'profile 3.2',
    'credential-change has its types, and a reason_admin',
    async (world) => {
      const payloads = await payloadsAfterChanges(world);
      const event = payloads.map(({ events }) => events[`${CAEP}credential-change`]);
      expect(event.find(Boolean)).toEqual({
        credential_type: 'phone-sms',
        change_type: 'create',
        initiating_entity: 'user',
        reason_admin: { en: 'A second factor was enrolled.' },
        event_timestamp: 1_767_225_600,
      });
    },
  ],
  [
    'RFC 8935 2',
    'a push is a POST of the token, with the authorization of the stream',
    async (world) => {
      const delivery = {
        ...{ method: PUSH, endpoint_url: RECEIVER_URL },
        authorization_header: 'Bearer receiver-secret',
      };
      const made = await world.stream(delivery);
      expect(JSON.stringify(made)).not.toContain('receiver-secret');
      await world.revoke();
      await world.deliver();
      expect(world.pushed).toMatchObject([
        {
          url: RECEIVER_URL,
          headers: {
            'content-type': 'application/secevent+jwt',
            accept: 'application/json',
            authorization: 'Bearer receiver-secret',
          },
        },
      ]);
    },
  ],
  [
    'RFC 8936 2',
    'a poll acknowledges what it got, and gets what is left',
    async (world) => {
      const { stream_id: id } = await world.stream();
      for (const session of ['ses_1', 'ses_2', 'ses_3']) {
        world.clock.advance(1_000);
        await world.revoke(session);
      }
      await world.deliver();
      const poll = async (body: object) =>
        (await world.ask('POST', `/streams/${id}/poll`, { token: 'read', body })).body;
      const first = await poll({ maxEvents: 2, returnImmediately: true });
      expect(Object.keys(first.sets)).toHaveLength(2);
      expect(first.moreAvailable).toBe(true);
      expect(await poll({ maxEvents: 2 })).toEqual(first);
      const [one = '', two = ''] = Object.keys(first.sets);
      const setErrs = { [two]: { err: 'invalid_audience', description: 'not mine' } };
      const last = await poll({ ack: [one], setErrs });
      expect(Object.keys(last.sets)).toHaveLength(1);
      expect(last.moreAvailable).toBeUndefined();
      expect(await poll({ ack: Object.keys(last.sets), maxEvents: 0 })).toEqual({ sets: {} });
    },
  ],
  [
    'profile 2.7.2',
    'ssf.read reads, and ssf.manage manages',
    async ({ ask, stream }) => {
      const { stream_id: id } = await stream();
      const asRead = { token: 'read', body: { stream_id: id, status: 'paused' } };
      expect((await ask('GET', `/status?stream_id=${id}`, { token: 'read' })).status).toBe(200);
      const refused = await ask('POST', '/status', asRead);
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
      expect((await ask('GET', `/streams`, { token: 'none' })).status).toBe(403);
    },
  ],
  [
    'profile 2.7.3',
    'tokens are accepted in the header, and not in the query',
    async ({ ask }) => {
      const missing = await ask('GET', '/streams?access_token=manage', { token: null });
      expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="ssf"',
      ]);
      const wrong = await ask('GET', '/streams', { token: 'unknown' });
      expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    },
  ],
];

describe('a transmitter', () => {
  it.each(REQUIREMENTS)('%s: %s', async (_section, _requirement, shows) => {
    await shows(await createSsfWorld());
  });
});
