/** The prompt of oidc-provider that asks for a second factor before consent. */
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Client } from '@stepward/client';
import { findPerson } from '../people.js';

const { Check, Prompt, base } = interactionPolicy;

/** What the session of a request needs, by Stepward's decision. */
type Decision = 'nothing' | 'challenge' | 'enrol' | 'deny';

/**
 * The policy of oidc-provider with the prompt `step_up` between `login` and `consent`. It is required where the client
 * demands aal2 (`acr_values`), or the organisation of the person does. With `prompt=none` the request then fails with
 * `unmet_authentication_requirements`.
 *
 * How recent the authentication has to be is `max_age`: the prompt `login` asks for the password again where it is
 * older, and this sets the session back to aal1, so that the second factor is asked for again as well.
 */
export function createInteractionPolicy(client: Client): interactionPolicy.DefaultPolicy {
  const decisions = new WeakMap<KoaContextWithOIDC, Promise<Decision>>();
  const decide = (ctx: KoaContextWithOIDC): Promise<Decision> => {
    const decision = decisions.get(ctx) ?? decideStepUp(client, ctx);
    decisions.set(ctx, decision);
    return decision;
  };
  const policy = base();
  policy.add(
    new Prompt(
      { name: 'step_up', requestable: false },
      new Check(
        'second_factor_required',
        'a second factor is required',
        'unmet_authentication_requirements',
        async (ctx) => (await decide(ctx)) !== 'nothing',
        async (ctx) => ({ decision: await decide(ctx) }),
      ),
    ),
    1,
  );
  return policy;
}

/** Asks Stepward. Where it does not answer, the request fails: nobody passes unasked. */
async function decideStepUp(client: Client, ctx: KoaContextWithOIDC): Promise<Decision> {
  const { session, params = {} } = ctx.oidc;
  const person = findPerson(session?.accountId ?? '');
  if (session === undefined || person === null) return 'nothing';
  const { acr_values: acrValues } = params;
  const demanded = typeof acrValues === 'string' ? acrValues.split(' ') : [];
  const { data, error } = await client.POST('/v1/internal/step-up/decide', {
    body: {
      identity_id: person.id,
      session: { assurance: session.acr === 'aal2' ? 'aal2' : 'aal1' },
      consent: {
        organisation_id: person.organisationId,
        ...(demanded.includes('aal2') && { required_assurance: 'aal2' }),
      },
    },
  });
  if (error !== undefined) throw new Error(`the step-up could not be decided: ${error.reason}`);
  return data.decision === 'enrol' && data.skippable ? 'nothing' : data.decision;
}
