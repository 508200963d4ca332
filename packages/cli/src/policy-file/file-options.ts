/** The argument of every command that reads a policy file. */
export const FILE_ARGUMENT = { name: 'file', summary: 'the policy file; - for standard input' };

/** Its option for organisations of which storage has never heard. */
export const REGISTER_OPTION = {
  register: { type: 'flag', summary: 'register organisations that Stepward does not know yet' },
} as const;
