import { sendCode, verifyCode } from './enrolment.js';

/** An element of `plain.html`. */
function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}`);
  return found;
}

const form = element('form', HTMLFormElement);
const code = element('code', HTMLInputElement);
const message = element('message', HTMLParagraphElement);

async function send(): Promise<void> {
  const outcome = await sendCode();
  message.textContent = outcome.message;
  form.hidden = !outcome.succeeded;
}

async function verify(): Promise<void> {
  const outcome = await verifyCode(code.value);
  message.textContent = outcome.message;
  form.hidden = outcome.succeeded;
}

element('send', HTMLButtonElement).addEventListener('click', () => void send());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void verify();
});
