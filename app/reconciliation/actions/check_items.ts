import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type BookedLine, bookPart } from '#app/ledger/fx/book_part'

/** An item somebody chose and how much of it, in cents with the sign of its line. */
export type ItemToLetter = { journalLineId: number; amountMinor: number }

/** A chosen item, looked at again under the lock. */
export type LetterableItem = ItemToLetter & {
  accountId: number
  code: string
  currency: string
  openMinor: number
  /** What the book says that the part of it is worth, in the company's currency. */
  bookMinor: number
  documentType: string | null
  documentId: number | null
  counterpartyType: 'provider' | 'employee' | 'site' | 'channel' | null
  counterpartyId: number | null
  /** The debt of an invoice with its supplier, and not the tax withheld from it. */
  isInvoiceDebt: boolean
}

type Found = Omit<LetterableItem, 'amountMinor' | 'bookMinor'> &
  BookedLine & { isTransit: boolean; isInstallment: boolean; waitingOrder: string | null }

/** The most items of one lettering. */
export const LETTERED_MAX = 500

/** What each chosen item is. Throws E_ITEM for one that may not be lettered by hand, in the words that say why. */
export async function checkItems(
  siteId: number,
  items: readonly ItemToLetter[],
  trx: Transaction
): Promise<LetterableItem[]> {
  if (items.length < 2 || items.length > LETTERED_MAX)
    throw refused(`Elija entre 2 y ${LETTERED_MAX} partidas.`)
  const ids = items.map(({ journalLineId }) => journalLineId)
  if (new Set(ids).size !== ids.length) throw refused('Una partida está elegida dos veces.')
  const found = await rows<Found>(
    `select o.journal_line_id, o.account_id, a.code, o.currency, o.open_minor, l.amount_minor as line_minor, l.base_minor as line_base_minor,
            coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0)::bigint as taken_minor, l.document_type, l.document_id, l.counterparty_type, l.counterparty_id,
            l.document_type is not distinct from 'invoice' and a.subledger = 'provider' as is_invoice_debt,
            exists (select 1 from ledger_account_roles r where r.role = 'payments_in_transit' and a.code ^@ r.account_code and (r.site_id = a.site_id
              or (r.site_id is null and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = a.site_id)))) as is_transit,
            l.document_type is not distinct from 'loan_installment' as is_installment,
            (select p.number from payment_orders p where l.document_type = 'payment_order' and p.id = l.document_id and p.status = 'sent') as waiting_order
       from open_items o join journal_lines l on l.id = o.journal_line_id join ledger_accounts a on a.id = o.account_id
      where o.journal_line_id = any(:ids::bigint[]) and o.site_id = :siteId`,
    { ids, siteId },
    trx
  )
  const byId = new Map(found.map((item) => [item.journalLineId, item]))
  const checked = items.map((item) => checkedItem(item, byId.get(item.journalLineId)))
  const codes = new Set(checked.map(({ code }) => code))
  if (codes.size > 1)
    throw refused(`Las partidas deben ser de una misma cuenta: hay de ${[...codes].sort().join(' y ')}.`)
  return checked
}

function checkedItem({ journalLineId, amountMinor }: ItemToLetter, found: Found | undefined): LetterableItem {
  if (!found) throw refused('Una de las partidas ya no está abierta: recargue la página.')
  const { isTransit, isInstallment, waitingOrder, lineMinor, lineBaseMinor, takenMinor, ...item } = found
  if (isTransit)
    throw refused('Los pagos en curso no se puntean a mano: use la conciliación bancaria de su cuenta.')
  if (isInstallment)
    throw refused('Las cuotas de préstamos se concilian con el movimiento del banco que las cobra.')
  if (waitingOrder)
    throw refused(
      `El pago ${waitingOrder} está enviado y sin confirmar: use la conciliación bancaria y puntéelo después.`
    )
  const isWithin =
    Number.isSafeInteger(amountMinor) &&
    Math.sign(amountMinor) === Math.sign(item.openMinor) &&
    Math.abs(amountMinor) <= Math.abs(item.openMinor)
  if (!isWithin)
    throw refused(
      `El importe de la partida debe estar entre 0,01 y ${formatAmount(Math.abs(item.openMinor), item.currency)}.`
    )
  const bookMinor = bookPart({ lineMinor, lineBaseMinor, takenMinor }, amountMinor)
  return { ...item, journalLineId, amountMinor, bookMinor }
}

const refused = (message: string) => new DomainError('E_ITEM', message, { field: 'items' })
