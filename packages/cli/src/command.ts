import type { Io } from './io.js';

/** An option of a command, written `--name` or `--name value`. */
export type Option =
  | { readonly type: 'flag'; readonly summary: string }
  | (ValueOption & { readonly type: 'text'; readonly required?: true })
  /** May be given several times. */
  | (ValueOption & { readonly type: 'list'; readonly required?: true });

interface ValueOption {
  /** What help shows for the value, for example `<name>`. */
  readonly placeholder: string;
  readonly summary: string;
  /** What the value must be; anything but empty where this is left out. */
  readonly form?: Form;
}

/** What the value of an option may be. */
export interface Form {
  /** Completes "must be …". */
  readonly text: string;
  accepts(value: string): boolean;
}

/** An option that takes a text and may be left out. */
export function textOption(placeholder: string, summary: string, form?: Form) {
  return { type: 'text', placeholder, summary, ...(form && { form }) } as const;
}

export function oneOf(choices: readonly string[]): Form {
  return { text: `one of ${choices.join(', ')}`, accepts: (value) => choices.includes(value) };
}

/** By their names without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** The values of a command's options. */
export type OptionValues<O extends Options> = {
  readonly [Name in keyof O]: OptionValue<O[Name]>;
};

type OptionValue<O extends Option> = O extends { readonly type: 'flag' }
  ? boolean
  : O extends { readonly type: 'list' }
    ? readonly string[]
    : O extends { readonly required: true }
      ? string
      : string | undefined;

/** One command: its help, and what it does. */
export interface Command<O extends Options = Options> {
  /** One word or two: `migrate`, `tenant create`. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Further help, in lines of at most 80 characters. */
  readonly details: readonly string[];
  /** The argument after the name, always required; none by default. */
  readonly argument?: { readonly name: string; readonly summary: string };
  readonly options: O;
  /** The environment variables that it reads, each a secret, with its help. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the exit code 2 says, where the command returns it; a command line that is not understood is then 1. */
  readonly exitCode2?: string;
  /** Command lines, as a person would type them. */
  readonly examples: readonly string[];
  /**
   * Returns the exit code. Loads its modules by `import()`, because other commands should start fast.
   *
   * @throws UsageError for values that it does not understand, Failure if it fails.
   */
  run(invocation: Invocation<O>): Promise<number>;
}

/** A parsed command line. */
export interface Invocation<O extends Options = Options> {
  readonly options: OptionValues<O>;
  /** Empty for commands without one. */
  readonly argument: string;
  readonly io: Io;
  /** Reads a variable of `environment`. @throws UsageError where it is not set. */
  readonly variable: (name: string) => string;
  /**
   * Writes a result to standard output: the text, or with `--json` the value in one line. Resolves to false if the
   * reader has closed the pipe.
   */
  readonly print: (text: string, value: unknown) => Promise<boolean>;
  /** Writes one line for people to standard error. */
  readonly say: (line: string) => void;
}

/** Infers the types of the options of `run`. */
export function defineCommand<const O extends Options>(command: Command<O>): Command {
  return command;
}
