import { err, ok, type Result, type Stepward } from '@stepward/core';
import type { IdempotencyReservation } from '@stepward/core/adapter';
import { createLinkCodec, type LinkCodecOptions } from '../../links/link-codec.js';
import type { Form } from '../../links/read-form.js';
import type { RefusedForm } from '../../links/refused-form.js';
import type { PortalSession } from '../portal-session.js';

/**
 * Why a form is not carried out. `used`: the token was used with other fields, or for a page that is shown only once.
 * `busy`: the form is being carried out.
 */
export type FormRefusal = RefusedForm | { readonly reason: 'used' } | { readonly reason: 'busy' };

/** A form to carry out, or the address that it led to when it was carried out before. */
export type BegunForm =
  | { readonly type: 'proceed'; readonly reservation: IdempotencyReservation }
  | { readonly type: 'redirect'; readonly location: string };

/** The tokens in the hidden fields of a page's forms. */
export interface FormTokens {
  create(session: PortalSession): Promise<string>;
  /**
   * Takes a form of this session. A form takes effect once: sent again unchanged, it leads where it led before.
   *
   * @param action the path that the form was sent to
   */
  begin(
    session: PortalSession,
    form: Form,
    action: string,
  ): Promise<Result<BegunForm, FormRefusal>>;
  /** Keeps where a form led; null for a page that must not be shown again. */
  finish(reservation: IdempotencyReservation, location: string | null): Promise<unknown>;
  /** Nothing was changed: the form may be sent again. */
  abandon(reservation: IdempotencyReservation): Promise<unknown>;
}

/** 1 hour. A form that was open for longer is refused, and the page has to be opened again. */
const FORM_LIFETIME_MS = 3_600_000;

export interface FormTokenOptions extends LinkCodecOptions {
  /** The page: `/webhooks`. */
  readonly path: string;
  readonly stepward: Pick<Stepward, 'idempotency'>;
}

export function createFormTokens(options: FormTokenOptions): FormTokens {
  const { path, stepward } = options;
  const { idempotency } = stepward;
  const codec = createLinkCodec<PortalSession>(`portal-form${path}/v1`, options);

  return {
    create: (session) => codec.write(codec.create(session, FORM_LIFETIME_MS)),

    async begin(session, form, action) {
      const read = await codec.read(form.get('csrf') ?? '');
      if (read.isErr()) {
        return err({ reason: read.error.code === 'link_expired' ? 'expired' : 'token' });
      }
      const changed = changedFields(read.value.content, session);
      if (changed.length > 0) return err({ reason: 'session_changed', changed });
      const { csrf: _, ...fields } = Object.fromEntries(form);
      const begun = await idempotency.begin({
        tenantId: session.tenantId,
        principal: ['portal', 'form', session.sessionId],
        method: 'POST',
        path,
        key: read.value.linkId,
        content: JSON.stringify([action, fields]),
      });
      if (begun.isErr()) {
        return err({ reason: begun.error.code === 'idempotency_key_in_flight' ? 'busy' : 'used' });
      }
      if (begun.value.type === 'proceed') return ok(begun.value);
      const { answer: location } = begun.value;
      return location === '' ? err({ reason: 'used' }) : ok({ type: 'redirect', location });
    },

    finish: (reservation, location) => idempotency.finish(reservation, location ?? ''),
    abandon: (reservation) => idempotency.abandon(reservation),
  };
}

/** The names of the fields that differ. A token is valid for the whole session: tenant, person and what else it has. */
function changedFields(shown: PortalSession, session: PortalSession): readonly string[] {
  const names = new Set([
    ...Object.keys(shown),
    ...Object.keys(session),
  ] as (keyof PortalSession)[]);
  return [...names].filter((name) => JSON.stringify(shown[name]) !== JSON.stringify(session[name]));
}
