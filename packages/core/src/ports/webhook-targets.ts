/**
 * Which URLs webhooks may go to. Asked when a subscriber is registered; the sender asks the same at
 * each attempt, so an implementation shares its rules with the sender.
 */
export interface WebhookTargets {
  /**
   * `allowed`: what the URL names is a target now. An https name without an address is allowed as well,
   * for each attempt resolves it anew. `refused`: it never is, or an address behind it is not. It does not
   * say why: the reason would tell a stranger what the inside of the network looks like.
   */
  check(url: string): Promise<'allowed' | 'refused'>;
}
