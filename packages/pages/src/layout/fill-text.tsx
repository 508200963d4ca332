import type { Child } from 'hono/jsx';

/** What replaces the placeholders of a text. */
export type Fillings = Readonly<Record<string, Child>>;

/** A text with its placeholders replaced: `fillText('Hello {name}', { name: 'Ada' })`. Unknown ones stay as they are. */
export function fillText(text: string, fillings: Fillings): Child[] {
  return text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name !== undefined && Object.hasOwn(fillings, name) ? (fillings[name] ?? '') : part;
  });
}

/** A wait as people read it, rounded up to seconds: `1:05`. */
export function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A phone number reads from left to right in every language. */
export function PhoneNumber({ masked }: { readonly masked: string }) {
  return <bdi dir="ltr">{masked}</bdi>;
}
