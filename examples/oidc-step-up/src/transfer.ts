/** A transfer to the shop, as one operation that a person approves. */
export interface Transfer {
  readonly id: string;
  /** In euros, with two decimals, as text: a number would lose how it is written. */
  readonly amount: string;
}

/** Reads a transfer from a query or a body. What is no text makes an operation that nobody can approve. */
export function readTransfer(fields: unknown): Transfer {
  const { id, amount } = (fields ?? {}) as Readonly<Record<string, unknown>>;
  return {
    id: typeof id === 'string' ? id : '',
    amount: typeof amount === 'string' ? amount : '',
  };
}

/** The page that asks for the approval and the service that pays make it from the same values. */
export function operationOf({ id, amount }: Transfer) {
  return {
    id,
    text: `Pay ${amount} EUR to the shop`,
    data: { amount, currency: 'EUR', payee: 'shop' },
  };
}
