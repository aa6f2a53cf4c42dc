// First words that are a command by another name.

import type { Aliases } from '../model/arrange.ts';

export const aliases: Aliases = {
  login: ['auth', 'login'],
  logout: ['auth', 'logout'],
  whoami: ['auth', 'status'],
};
