import { UNBOOKED } from '#app/invoices/unbooked'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type MonthToLock, REASON_LENGTH_MIN } from '#app/ledger/month_guards'

/** SQL: the invoices of a company and month that are not booked. */
export const unbookedInvoices = (site: string, month: string): string =>
  `select 1 from invoices i where i.site_id = ${site} and i.issued_on >= ${month} and i.issued_on < ${month} + interval '1 month' and i.status in ${UNBOOKED}`

/** Throws E_INVOICES_WAITING at `reason` while invoices of a month are not booked and no reason is given to lock it all the same (area 00 §5). */
export async function guardUnbooked({ siteId, month, reason }: MonthToLock, trx: Transaction): Promise<void> {
  const { waiting } = await oneRow<{ waiting: number }>(
    `select count(*)::int as waiting from (${unbookedInvoices(':siteId', ':month::date')}) x`,
    { siteId, month },
    trx
  )
  if (waiting > 0 && (reason ?? '').trim().length < REASON_LENGTH_MIN)
    throw new DomainError(
      'E_INVOICES_WAITING',
      `${waiting === 1 ? 'Hay 1 factura' : `Hay ${waiting} facturas`} de este mes sin contabilizar. Indique el motivo para bloquearlo de todos modos.`,
      { field: 'reason' }
    )
}
