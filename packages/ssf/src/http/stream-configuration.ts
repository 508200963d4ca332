import { SUPPORTED_EVENTS } from '../events/caep-event.js';
import { deliveredEvents, PUSH, VERIFICATION_INTERVAL, type Stream } from '../streams/stream.js';
import { pollUrl } from './metadata.js';

/** A stream as its receiver sees it (SSF 1.0, "Stream Configuration"), without the `authorization_header`, which is secret. */
export function streamConfiguration(
  stream: Stream,
  issuer: string,
): Readonly<Record<string, unknown>> {
  const { id, audience, requested, description, delivery } = stream;
  const url = delivery.method === PUSH ? delivery.url : pollUrl(issuer, id);
  return {
    stream_id: id,
    iss: issuer,
    aud: audience,
    events_supported: SUPPORTED_EVENTS,
    ...(requested !== null && { events_requested: requested }),
    events_delivered: deliveredEvents(stream),
    delivery: { method: delivery.method, endpoint_url: url },
    min_verification_interval: VERIFICATION_INTERVAL,
    ...(description !== null && { description }),
  };
}

/** The members that the transmitter sets; a change may repeat them as they are. */
const TRANSMITTER_SUPPLIED = [
  'iss',
  'aud',
  'events_supported',
  'events_delivered',
  'min_verification_interval',
];

/** The first member of a body that the transmitter sets, and that is not as it is; null for none. */
export function firstMismatch(
  configuration: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): string | null {
  const isWrong = (name: string): boolean =>
    body[name] !== undefined && JSON.stringify(body[name]) !== JSON.stringify(configuration[name]);
  return TRANSMITTER_SUPPLIED.find(isWrong) ?? null;
}
