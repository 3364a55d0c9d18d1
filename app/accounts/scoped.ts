import type { HttpContext } from '@adonisjs/core/http'
import { type AccountHead, findAccount } from '#app/accounts/queries/find_account'
import { canReconcile, type Viewer, viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'

/** The account of the route and who asks; 404 outside the caller's companies. */
export async function scopedAccount(ctx: HttpContext): Promise<{ account: AccountHead; viewer: Viewer }> {
  const viewer = viewerOf(requireSignedIn(ctx))
  const account = await findAccount(Number(ctx.params.id), viewer)
  if (!account) throw new NotFound()
  return { account, viewer }
}

/** The same for those who bring its statements and reconcile them; 403 without that permission on the account. */
export async function reconcilableAccount(
  ctx: HttpContext
): Promise<{ account: AccountHead; viewer: Viewer }> {
  const found = await scopedAccount(ctx)
  if (!found.account.canReconcile) throw new AccessDenied()
  return found
}

/** The key of an account where the caller brings its statements and reconciles it; null where not, and for none. */
export async function reconciledKey(ctx: HttpContext, bankAccountId: number | null): Promise<number | null> {
  if (bankAccountId === null) return null
  const viewer = viewerOf(requireSignedIn(ctx))
  const account = await findAccount(bankAccountId, viewer)
  return account && canReconcile(viewer, account) ? bankAccountId : null
}
