// Which module does the work of which operations, by the first part of their ID. Each loads when first needed.
import type { ResourceId } from '../../api/index.ts';
import type { FidelityOf, Handler } from '../handler.ts';
import { modules } from './modules.generated.ts';

type Load = () => Promise<{ default: readonly Handler[]; fidelity?: FidelityOf }>;

/** By the first word of an ID. `downloads`, `health` and `specification` serve what is not an operation of the platform. */
export const handlerModules: Readonly<Record<string, Load>> = modules satisfies Partial<
  Record<ResourceId, Load>
> &
  Record<string, Load>;
