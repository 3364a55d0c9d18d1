import type { HttpContext } from '@adonisjs/core/http'
import type { Companies } from '#app/books/queries/book_scope'
import { findLedgerAccount, type LedgerAccountHead } from '#app/books/queries/find_ledger_account'
import { assertInScope, scopeOf } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'

/** The account of the plan of the route; 404 outside the caller's companies. */
export async function scopedLedgerAccount(ctx: HttpContext): Promise<LedgerAccountHead> {
  const account = await findLedgerAccount(Number(ctx.params.account))
  if (!account) throw new NotFound()
  assertInScope(ctx, account.siteId)
  return account
}

/** The companies a report of the books is asked for; all in scope when none is named, 404 for one outside it. */
export function scopedCompanies(ctx: HttpContext): Companies {
  const scope = scopeOf(ctx)
  const wanted = [(ctx.request.qs() as Record<string, unknown>).site_ids ?? []]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  if (wanted.length === 0) return scope
  if (scope !== 'all' && wanted.some((id) => !scope.includes(id))) throw new NotFound()
  return wanted
}
