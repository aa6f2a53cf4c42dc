// A token in the keychain goes with its profile.
import type { TokenKeeper } from '../../config/credentials.ts';
import type { Context } from '../../context.ts';
import { warn } from '../../output/note.ts';

/** Removes the token that a profile had in the keychain; says so where that fails. */
export async function forgetKeeper(context: Context, keeper: TokenKeeper | undefined): Promise<void> {
  if (keeper?.keychain === undefined) return;
  const { removeFromKeychain } = await import('../../config/keychain.ts');
  if (await removeFromKeychain(context, keeper.keychain)) return;
  warn(context.io, `the keychain may still hold the token, as "docs" and account "${keeper.keychain}"`);
}
