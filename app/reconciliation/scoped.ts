import type { HttpContext } from '@adonisjs/core/http'
import { scopedAccount } from '#app/accounts/scoped'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import { row } from '#app/kernel/sql'

/** The movement of the route; 404 unless it is of the route's account and that of the caller's companies, 403 without the permission. */
export async function scopedLineId(ctx: HttpContext): Promise<number> {
  const { account } = await scopedAccount(ctx)
  if (!account.canReconcile) throw new AccessDenied()
  const lineId = Number(ctx.params.line)
  const line = await row(
    `select 1 as found from bank_statement_lines where id = :lineId and bank_account_id = :accountId`,
    { lineId, accountId: account.id }
  )
  if (!line) throw new NotFound()
  return lineId
}
