import type { HttpContext } from '@adonisjs/core/http'
import { findAccount } from '#app/accounts/queries/find_account'
import { IS_PAYROLL_ACCOUNT, IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { reconcilableAccount } from '#app/accounts/scoped'
import { seesPayroll, viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { row, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import { paymentOrderWorkflow } from '#app/payments/orders/payment_order_workflow'

/** The movement of the route; 404 unless it is of the route's account and that of the caller's companies, 403 without the permission. */
export async function scopedLineId(ctx: HttpContext): Promise<number> {
  const { account } = await reconcilableAccount(ctx)
  const lineId = Number(ctx.params.line)
  const line = await row(
    `select 1 as found from bank_statement_lines where id = :lineId and bank_account_id = :accountId`,
    { lineId, accountId: account.id }
  )
  if (!line) throw new NotFound()
  return lineId
}

/** Throws as the route would where a decision also touches movements of accounts that are not the caller's to reconcile. */
export async function assertMayReconcile(ctx: HttpContext, lineIds: readonly number[]): Promise<void> {
  const viewer = viewerOf(requireSignedIn(ctx))
  const accounts = await rows<{ id: number }>(
    `select distinct bank_account_id as id from bank_statement_lines where id = any(:lineIds::bigint[])`,
    { lineIds }
  )
  for (const { id } of accounts) {
    const account = await findAccount(id, viewer)
    if (!account) throw new NotFound()
    if (!account.canReconcile) throw new AccessDenied()
  }
}

/**
 * Throws E_ROLE where one of these parts is the return of a payment (its charge the other way round) and the caller's role
 * does not mark payments as returned.
 */
export async function assertMayReturn(
  ctx: HttpContext,
  parts: readonly { journalLineId: number; amountMinor: number }[]
): Promise<void> {
  const { roles } = paymentOrderWorkflow.transitions.return
  if ((roles as readonly string[]).includes(viewerOf(requireSignedIn(ctx)).role)) return
  const found = await row(
    `select 1 as found from journal_lines l join jsonb_to_recordset(:parts::jsonb) as p("journalLineId" bigint, "amountMinor" bigint) on p."journalLineId" = l.id
      where l.document_type = 'payment_order' and l.amount_minor < 0 and p."amountMinor" > 0 limit 1`,
    { parts: JSON.stringify(parts) }
  )
  if (found)
    throw new DomainError(
      'E_ROLE',
      'La devolución de un pago la confirma un aprobador o contabilidad sénior.'
    )
}

/** Throws as if they were not there where one of these lines is of payroll and the caller may not see what people earn. */
export async function assertMaySeePay(ctx: HttpContext, journalLineIds: readonly number[]): Promise<void> {
  if (seesPayroll(viewerOf(requireSignedIn(ctx)))) return
  const pay = await row(
    `select 1 as found from journal_lines l join journal_entries e on e.id = l.entry_id join ledger_accounts a on a.id = l.account_id
      where l.id = any(:journalLineIds::bigint[]) and (${IS_PAYROLL_ENTRY} or ${IS_PAYROLL_ACCOUNT}) limit 1`,
    { journalLineIds }
  )
  if (pay) throw new NotFound()
}
