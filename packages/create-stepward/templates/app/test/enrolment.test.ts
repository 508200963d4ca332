import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestStepward } from '@stepward/testing';
import { events } from '../src/events.js';

test('ada enrols her phone', async () => {
  const { stepward, sms, addIdentity } = await createTestStepward({ events });
  const ada = await addIdentity('ada');
  await stepward.enrolments.start(ada);
  const enrolled = await stepward.enrolments.verify(ada, sms.lastCode('+14155552671'));
  assert.deepEqual(enrolled._unsafeUnwrap().methods, ['sms']);
});

test('a note is an event', async () => {
  const { stepward, tenantId, emitted } = await createTestStepward({ events });
  const data = { id: '1', text: 'Buy milk' };
  await stepward.events.emit({ type: 'note.created', tenantId, data });
  const [event] = await emitted();
  assert.deepEqual(event?.data, data);
});
