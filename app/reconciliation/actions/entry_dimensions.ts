import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type InputTax, listInputTaxes } from '#app/reconciliation/queries/input_taxes'

/** Something that a company has, by its key, and the field of a form where it stands. */
type Asked = { siteId: number; id: number; field: string }

/** A tax that a company bears on a day and may deduct. Throws at `field`. */
export async function requireInputTax(
  { siteId, id, day, field }: Asked & { day: CalendarDate },
  trx: Transaction
): Promise<InputTax> {
  const tax = (await listInputTaxes(siteId, day, trx)).find((known) => known.id === id)
  if (tax) return tax
  throw new DomainError(
    'E_ENTRY_LINE',
    'Este impuesto no rige ese día en el territorio de la empresa o no se deduce.',
    { field }
  )
}

/** Throws at `field` for what is no active centre of the company. */
export async function assertCenter({ siteId, id, field }: Asked, trx: Transaction): Promise<void> {
  const found = await row(
    `select 1 as found from site_centers where id = :id and site_id = :siteId and active`,
    { id, siteId },
    trx
  )
  if (!found) throw new DomainError('E_ENTRY_LINE', 'Elija un centro de la empresa.', { field })
}
