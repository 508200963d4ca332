import type { Command } from '../command.js';
import { auditVerify } from './audit-verify.js';
import { doctor } from './doctor.js';
import { handlerList } from './handler-list.js';
import { keyCreate } from './key-create.js';
import { keysCreate, keysList, keysRotate } from './keys.js';
import { logsExport } from './logs-export.js';
import { migrate } from './migrate.js';
import { openapi } from './openapi.js';
import { personErase } from './person-erase.js';
import { personPass, personReset, personShow, personWithdraw } from './person.js';
import { policyApply } from './policy-apply.js';
import { policyAssess } from './policy-assess.js';
import { policyExport } from './policy-export.js';
import { policyPlan } from './policy-plan.js';
import { tenantCreate } from './tenant-create.js';
import { tenantMove } from './tenant-move.js';
import { tenantErase } from './tenant-erase.js';
import { webhookListen } from './webhook-listen.js';

/** Every command, in the order of help. A new one is added here, and nowhere else. */
export const COMMANDS: readonly Command[] = [
  migrate,
  doctor,
  tenantCreate,
  tenantErase,
  tenantMove,
  keyCreate,
  personShow,
  personReset,
  personPass,
  personWithdraw,
  personErase,
  policyExport,
  policyPlan,
  policyApply,
  policyAssess,
  auditVerify,
  logsExport,
  handlerList,
  keysCreate,
  keysRotate,
  keysList,
  webhookListen,
  openapi,
];
