/** The field for a code, which is the first thing to do on its page. */
export function CodeInput(attributes: Readonly<Record<string, string | undefined>>) {
  return (
    <input
      id="code"
      name="code"
      type="text"
      dir="ltr"
      required
      autofocus
      spellcheck={false}
      {...attributes}
    />
  );
}
