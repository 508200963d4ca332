/** One rule that one field of a settings record breaks. */
export interface FieldViolation {
  /** The field's name, with a path into it where it has parts, for example `templates.pt-BR`. */
  readonly field: string;
  /** The broken rule, for example `max_length`. */
  readonly rule: string;
  /** What would be right, for a person to read. */
  readonly message: string;
}
