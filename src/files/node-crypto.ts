// node:crypto, loaded when it is first used: that takes 2 to 8 ms, and most commands only carry code that might.
import { getBuiltinModule } from 'node:process';

export const nodeCrypto = (): typeof import('node:crypto') => getBuiltinModule('node:crypto');
