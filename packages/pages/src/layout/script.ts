/**
 * The optional script: at most 2 KB. It fills in a code that the browser reads from the message (WebOTP), counts down
 * to the next possible send, and stops a form from being sent twice. Without it, everything works.
 */
export const SCRIPT = `'use strict';
const find = (id) => document.getElementById(id);
const code = find('code'), wait = find('wait'), status = find('status'), send = find('send');
const stop = new AbortController();
for (const form of document.forms) form.addEventListener('submit', (event) => {
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'yes';
  stop.abort();
});
addEventListener('pageshow', () => { for (const form of document.forms) delete form.dataset.sent; });
if (code && code.dataset.sms && 'OTPCredential' in window) {
  navigator.credentials.get({ otp: { transport: ['sms'] }, signal: stop.signal })
    .then((read) => { if (read) code.value = read.code; }, () => {});
}
if (wait && send) {
  const end = performance.now() + Number(wait.dataset.ms);
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000);
    if (left > 0) {
      const time = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
      wait.textContent = wait.dataset.text.replace('{time}', time);
      setTimeout(tick, 250);
      return;
    }
    send.disabled = false;
    wait.hidden = true;
    status.textContent = wait.dataset.over;
  };
  send.disabled = true;
  tick();
}
`;
