// Signing in and out, in scripts as those of test/acceptance.
import { join } from 'node:path';
import { freshCli } from '../../../helpers/cli.ts';
import { playCases } from '../../../helpers/play.ts';
import { hostWords } from '../../../helpers/token-host.ts';

playCases(join(import.meta.dirname, 'login'), freshCli, hostWords('token-1f4c9a'));
