import type { Form } from '../../links/read-form.js';
import type { SectionTexts } from './section-texts.js';

/** Asks for the name of an authenticator. */
export function NameField({
  id,
  value,
  texts,
}: {
  /** Of the field, once on a page. */
  readonly id: string;
  readonly value: string;
  readonly texts: SectionTexts;
}) {
  return [
    <label for={id}>{texts.nameLabel}</label>,
    <input id={id} name="name" autocomplete="off" value={value} aria-describedby={`${id}-hint`} />,
    <p id={`${id}-hint`} class="hint">
      {texts.nameHint}
    </p>,
  ];
}

/** The name that was typed into it; empty for none. */
export function nameOf(form: Form): string {
  return (form.get('name') ?? '').trim();
}
