import type { HttpContext } from '@adonisjs/core/http'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** The account that a form names to pay from, which the person may pay from. Throws at `account_id`. */
export async function payableAccount(
  ctx: HttpContext,
  accountId: number | null | undefined
): Promise<number | null> {
  if (accountId === null || accountId === undefined) return null
  const denied = await deniedAccounts(requireSignedIn(ctx).user.id, 'pay')
  if (denied.includes(accountId))
    throw new DomainError('E_ACCOUNT', 'No tiene permiso para pagar desde esta cuenta.', {
      field: 'account_id',
    })
  return accountId
}

type Given = { is_paid?: boolean; statement_line_id?: number | null }

/**
 * The movement of a bank that a form names for «Pago ya realizado», of an account that the person sees; null for a payment
 * that is to be ordered. Throws at `statement_line_id`.
 */
export async function provenMovement(
  ctx: HttpContext,
  { is_paid: isPaid, statement_line_id: lineId }: Given
): Promise<{ statementLineId: number } | null> {
  if (!isPaid) return null
  if (lineId === null || lineId === undefined)
    throw new DomainError('E_LINE', 'Elija el movimiento del banco.', { field: 'statement_line_id' })
  const found = await row<{ accountId: number }>(
    `select bank_account_id as account_id from bank_statement_lines where id = :lineId`,
    { lineId }
  )
  const denied = await deniedAccounts(requireSignedIn(ctx).user.id, 'view')
  if (!found || denied.includes(found.accountId))
    throw new DomainError('E_LINE', 'El valor seleccionado no es válido.', { field: 'statement_line_id' })
  return { statementLineId: lineId }
}
