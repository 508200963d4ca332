import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sendCode, verifyCode } from './enrolment.js';

function Enrolment() {
  const [step, setStep] = useState<'start' | 'code' | 'enrolled'>('start');
  const [code, setCode] = useState('');
  const [message, setMessage] = useState('');

  async function send() {
    const outcome = await sendCode();
    setMessage(outcome.message);
    setStep(outcome.succeeded ? 'code' : 'start');
  }

  async function verify() {
    const outcome = await verifyCode(code);
    setMessage(outcome.message);
    if (outcome.succeeded) setStep('enrolled');
  }

  return (
    <main>
      <h1>A second factor</h1>
      <button id="send" onClick={() => void send()}>
        Send a code
      </button>
      {step === 'code' && (
        <form action={verify}>
          <label>
            Code{' '}
            <input
              id="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </label>
          <button>Verify</button>
        </form>
      )}
      <p id="message" role="status">
        {message}
      </p>
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Enrolment />);
