// Every planted defect.
import { commandDefects } from './commands.ts';
import type { Defect } from './defect.ts';
import { fileDefects } from './files.ts';
import { healthDefects } from './health.ts';
import { loadDefects } from './loads.ts';
import { networkDefects } from './network.ts';
import { outputDefects } from './output.ts';
import { planDefects } from './plans.ts';
import { printedDefects } from './printed.ts';
import { sandboxDefects } from './sandbox.ts';
import { secretDefects } from './secrets.ts';
import { stateDefects } from './state.ts';
import { supplyDefects } from './supply.ts';
import { timeDefects } from './time.ts';
import { windowsDefects } from './windows.ts';

export const DEFECTS: readonly Defect[] = [
  ...secretDefects,
  ...networkDefects,
  ...outputDefects,
  ...printedDefects,
  ...planDefects,
  ...fileDefects,
  ...stateDefects,
  ...commandDefects,
  ...sandboxDefects,
  ...loadDefects,
  ...supplyDefects,
  ...timeDefects,
  ...healthDefects,
  ...windowsDefects,
];
