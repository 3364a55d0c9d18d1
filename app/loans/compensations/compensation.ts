import { type Client, execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Residual } from '#app/loans/loan_labels'
import type { NettingMode } from '#app/loans/netting/net_debts'
import type { CompensationStatus } from '#app/loans/workflows/compensation_workflow'

/** A netting of debts between companies; cents. */
export type Compensation = {
  id: number
  number: string
  cutOffOn: CalendarDate
  mode: NettingMode
  siteIds: number[]
  includesInterest: boolean
  residual: Residual
  currency: string
  status: CompensationStatus
  totalMinor: number
  fingerprint: string
  groupKey: string | null
  postedOn: CalendarDate | null
  createdBy: number | null
}

/** A netting by its key. */
export const readCompensation = (id: number, client?: Client): Promise<Compensation> =>
  oneRow<Compensation>(
    `select id, number, cut_off_on, mode, site_ids, includes_interest, residual, currency, status, total_minor, fingerprint, group_key, posted_on, created_by
       from loan_compensations where id = :id`,
    { id },
    client
  )

/** The same under its lock. */
export async function lockCompensation(id: number, trx: Transaction): Promise<Compensation> {
  await execute(`select 1 from loan_compensations where id = :id for update`, { id }, trx)
  return readCompensation(id, trx)
}

export type CompensationTransfer = {
  id: number
  fromId: number
  toId: number
  amountMinor: number
  paymentId: number | null
}

/** What a netting leaves. */
export const transfersOf = (id: number, client?: Client): Promise<CompensationTransfer[]> =>
  rows<CompensationTransfer>(
    `select id, from_site_id as from_id, to_site_id as to_id, amount_minor, loan_payment_id as payment_id from loan_compensation_transfers
      where loan_compensation_id = :id order by id`,
    { id },
    client
  )
