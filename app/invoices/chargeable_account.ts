import { DomainError } from '#app/kernel/domain_error'

/**
 * Accounts that a line of a supplier invoice may be charged to (area 00 §6): expenses (group 6), fixed assets (group 2),
 * prepayments to suppliers (407) and expenses of later years (480). Never a bank, a tax or a debt.
 */
const CHARGEABLE = /^(2|6|407|480)\d*$/

/** Throws E_ACCOUNT_CODE at `account_code` for an account that no invoice is charged to or longer than the plan's. */
export function assertChargeable(accountCode: string, width: number): void {
  if (CHARGEABLE.test(accountCode) && accountCode.length >= 3 && accountCode.length <= width) return
  throw new DomainError(
    'E_ACCOUNT_CODE',
    `La cuenta ${accountCode} no admite gastos de facturas: use una de los grupos 2 o 6, la 407 o la 480, de hasta ${width} cifras.`,
    { field: 'account_code' }
  )
}
