// Opens what earlier runs found out of the host of a run.
import { hostMemoryFile } from '../../config/paths.ts';
import type { Context } from '../../context.ts';
import { openMemory } from '../../domain/stand-ins/memory.ts';
import type { Memory } from '../../domain/stand-ins/stand-in.ts';

/** By profile, and saved when the run ends; without one, and within a fence, nothing is kept. */
export function hostMemory(context: Context, profile: string | undefined, origin: string): Memory {
  const isKept = profile !== undefined && !context.fence;
  const path = isKept ? hostMemoryFile(context.paths(), profile) : undefined;
  const memory = openMemory(path, origin, context.now);
  context.settleWith(memory.save);
  return memory;
}
