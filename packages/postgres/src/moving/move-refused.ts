/** Thrown where a tenant cannot be moved now; the message says why and what to do. Nothing is lost, and the tenant can be used. */
export class MoveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveRefused';
  }
}
