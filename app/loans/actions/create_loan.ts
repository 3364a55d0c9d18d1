import type { Actor } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { nextNumber } from '#app/loans/actions/next_number'
import { recordLoan } from '#app/loans/actions/record_loan'
import type { LoanKind } from '#app/loans/loan_labels'

export type NewLoan = {
  /** A company of the group, or the name of a bank. */
  lender: { siteId: number } | { name: string }
  borrowerSiteId: number
  kind: LoanKind
  currency: string
  /** Amount of a term loan, limit of a credit line; null of a current account. */
  principalMinor: number | null
  startOn: CalendarDate
}

/**
 * A draft of a loan (area 31): parties, kind and amount; its terms come with the configuration. Throws at the field «Prestamista
 * y prestatario deben ser distintos.», E_TWIN for the same loan a second time, E_CURRENCY for another than that of the books.
 */
export async function createLoan(wanted: NewLoan, actor: Actor): Promise<{ id: number; number: string }> {
  const lenderSiteId = 'siteId' in wanted.lender ? wanted.lender.siteId : null
  const lenderName = 'name' in wanted.lender ? wanted.lender.name : null
  refuseBad(wanted, lenderSiteId)
  return namingTheTwin(() =>
    inTransaction(async (trx) => {
      await refuseOtherCurrency(wanted, lenderSiteId, trx)
      const number = await nextNumber('PR', trx)
      const { id } = await oneRow<{ id: number }>(
        `insert into loans (number, lender_site_id, lender_name, borrower_site_id, kind, currency, principal_minor, day_count, start_on, created_by, updated_by)
         values (:number, :lenderSiteId, :lenderName, :borrowerSiteId, :kind, :currency, :principalMinor, :dayCount, :startOn, :userId, :userId) returning id`,
        {
          ...wanted,
          number,
          lenderSiteId,
          lenderName,
          dayCount: wanted.kind === 'term' ? '30/360' : 'ACT/365',
          userId: actor.userId,
        },
        trx
      )
      await recordLoan({ id, borrowerSiteId: wanted.borrowerSiteId }, 'loan.created', actor, trx, {
        to: 'draft',
      })
      return { id, number }
    })
  )
}

const at = (field: string, message: string) => new DomainError('E_LOAN', message, { field })

function refuseBad({ borrowerSiteId, kind, principalMinor }: NewLoan, lenderSiteId: number | null): void {
  if (lenderSiteId === borrowerSiteId)
    throw at('borrower_site_id', 'Prestamista y prestatario deben ser distintos.')
  if (lenderSiteId === null && kind !== 'term')
    throw at('kind', 'Las pólizas de un banco se llevan como cuenta bancaria: elija «Préstamo».')
  if (kind === 'current_account' && principalMinor !== null)
    throw at('principal', 'Una cuenta corriente no tiene importe: se dispone con retiradas.')
  if (kind !== 'current_account' && (principalMinor ?? 0) <= 0)
    throw at('principal', 'Introduzca un importe mayor que cero.')
}

/** What two companies owe each other is kept in the currency of their books. */
async function refuseOtherCurrency(
  { borrowerSiteId, currency }: NewLoan,
  lenderSiteId: number | null,
  trx: Transaction
): Promise<void> {
  const other = await row<{ name: string; base: string }>(
    `select legal_name::text as name, base_currency as base from sites
      where id = any(:ids::bigint[]) and base_currency <> :currency order by id limit 1`,
    { ids: [borrowerSiteId, lenderSiteId].filter((id) => id !== null), currency },
    trx
  )
  if (other)
    throw new DomainError('E_CURRENCY', `Los libros de ${other.name} se llevan en ${other.base}.`, {
      field: 'currency',
    })
}

/** Says which loan there is already where the database keeps one of two. */
export async function namingTheTwin<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'loans_one_current_account')
      throw new DomainError('E_TWIN', 'Estas empresas ya tienen una cuenta corriente entre sí.', {
        field: 'kind',
        cause: error,
      })
    if (constraint === 'loans_no_twin')
      throw new DomainError(
        'E_TWIN',
        'Ya existe un préstamo entre las mismas partes con ese importe y ese inicio.',
        { field: 'principal', cause: error }
      )
    throw error
  }
}
