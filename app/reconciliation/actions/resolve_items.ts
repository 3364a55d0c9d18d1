import { VIRTUAL_TRANSFER } from '#app/accounts/virtual_transfer'
import { keptRows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { bookPart } from '#app/ledger/fx/book_part'
import type { LockedMatch } from '#app/reconciliation/actions/lock_line'
import { type OpenItem, partyOfItem } from '#app/reconciliation/queries/item_candidates'
import { loadOpenItems } from '#app/reconciliation/queries/open_items/load_open_items'
import type { PartyKey } from '#app/reconciliation/scoring/match_types'

/** Amounts in minor units of the item's own currency, signed as the bank shows them. */
export type MatchItem = { journalLineId: number; amountMinor: number }

/** A chosen item, looked at again under the lock. */
export type ResolvedItem = MatchItem & {
  kind: 'in_transit' | 'posted' | 'open_item' | 'returned_payment'
  accountId: number
  currency: string
  /** What is open of it, signed as the bank shows it. */
  openMinor: number
  /** What the book says that the part of it is worth, in the company's currency. */
  bookMinor: number
  party: PartyKey | null
  counterpartyType: 'provider' | 'employee' | 'site' | 'channel' | null
  counterpartyId: number | null
  documentType: string | null
  documentId: number | null
  /** The debt of an invoice with its supplier, and not the tax withheld from it. */
  isInvoiceDebt: boolean
}

type Found = Omit<ResolvedItem, 'amountMinor' | 'kind' | 'openMinor' | 'bookMinor' | 'party'> & {
  lineMinor: number
  lineBaseMinor: number
  matchedMinor: number
  isBank: boolean
  isTransit: boolean
  /** The charge of a payment that may still come back. */
  isReturnable: boolean
  /** Reversed, a reversal itself, an opening or a close: no movement proves it. */
  isVoid: boolean
}

const itemsMax = 200

/** What each chosen item is and how much of it is open. Throws E_ITEM when one is gone, not the company's, or less than asked. */
export async function resolveItems(
  { account }: LockedMatch,
  items: readonly MatchItem[],
  trx: Transaction
): Promise<ResolvedItem[]> {
  if (items.length === 0 || items.length > itemsMax)
    throw new DomainError('E_ITEM', 'Elija entre 1 y 200 partidas.')
  const ids = items.map((item) => item.journalLineId)
  if (new Set(ids).size !== ids.length) throw new DomainError('E_ITEM', 'Una partida está elegida dos veces.')
  const found = await keptRows<Found>(
    `select l.id as journal_line_id, l.account_id, l.currency, l.amount_minor as line_minor, l.base_minor as line_base_minor, l.counterparty_type, l.counterparty_id, l.document_type, l.document_id,
            coalesce((select sum(m.amount_minor) from statement_matches m where m.journal_line_id = l.id), 0)::bigint as matched_minor,
            l.account_id = :ledgerAccountId as is_bank,
            e.reverses_id is not null or (e.journal in ('apertura', 'cierre') and (l.account_id = :ledgerAccountId or e.source_type = 'fiscal_year')) or e.kind = '${VIRTUAL_TRANSFER}' or exists (select 1 from journal_entries r where r.reverses_id = e.id) as is_void, l.document_type is not distinct from 'invoice' and a.subledger = 'provider' as is_invoice_debt,
            (a.subledger = 'bank' and a.subledger_id = :bankAccountId and l.document_type = 'payment_order' and l.amount_minor < 0
              and exists (select 1 from payment_orders o where o.id = l.document_id and o.status = 'sent')) as is_transit,
            (l.document_type = 'payment_order' and l.amount_minor < 0 and exists (select 1 from payment_orders o where o.id = l.document_id and o.debtor_account_id = :bankAccountId
              and case when o.status = 'sent' then a.subledger = 'bank' and a.subledger_id = :bankAccountId else o.status in ('paid', 'reconciled') and l.account_id = :ledgerAccountId end)) as is_returnable
       from journal_lines l join ledger_accounts a on a.id = l.account_id join journal_entries e on e.id = l.entry_id
      where l.id = any(:ids::bigint[]) and l.site_id = :siteId`,
    { ids, siteId: account.siteId, ledgerAccountId: account.ledgerAccountId, bankAccountId: account.id },
    trx
  )
  const open = new Map((await loadOpenItems(account, ids, trx)).map((item) => [item.journalLineId, item]))
  const byId = new Map(found.map((line) => [line.journalLineId, line]))
  return items.map((item) => {
    const line = byId.get(item.journalLineId)
    if (!line) throw gone()
    return checked(item, line, open.get(item.journalLineId))
  })
}

function checked(item: MatchItem, line: Found, open: OpenItem | undefined): ResolvedItem {
  const { lineMinor, lineBaseMinor, matchedMinor, isBank, isTransit, isReturnable, isVoid, ...facts } = line
  // A charge the other way round is its return, which takes no part of the charge itself.
  if (isReturnable && !isVoid && item.amountMinor === -lineMinor)
    return {
      ...facts,
      kind: 'returned_payment',
      openMinor: item.amountMinor,
      bookMinor: -lineBaseMinor,
      party: partyOfLine(line),
      amountMinor: item.amountMinor,
    }
  const kind = isBank ? 'posted' : isTransit ? 'in_transit' : 'open_item'
  const available = isBank ? lineMinor - matchedMinor : isTransit ? lineMinor : (open?.openMinor ?? 0)
  if (available === 0 || isVoid) throw gone()
  const isWhole = Number.isSafeInteger(item.amountMinor) && item.amountMinor !== 0
  if (
    !isWhole ||
    Math.sign(item.amountMinor) !== Math.sign(available) ||
    Math.abs(item.amountMinor) > Math.abs(available)
  ) {
    throw new DomainError(
      'E_ITEM_AMOUNT',
      `El importe de la partida debe estar entre 0,01 y ${formatAmount(Math.abs(available), line.currency)}.`
    )
  }
  if (isTransit && item.amountMinor !== available) {
    throw new DomainError('E_ITEM_AMOUNT', 'Un pago en curso se concilia por su importe completo.')
  }
  const party = kind === 'open_item' && open ? partyOfItem(open) : partyOfLine(line)
  const taken = { lineMinor, lineBaseMinor, takenMinor: open?.letteredMinor ?? 0 }
  const bookMinor = bookPart(taken, item.amountMinor)
  return { ...facts, kind, openMinor: available, bookMinor, party, amountMinor: item.amountMinor }
}

const partyOfLine = ({ counterpartyId, counterpartyType }: Found): PartyKey | null =>
  counterpartyId === null ? null : `${counterpartyType}:${counterpartyId}`

const gone = () => new DomainError('E_ITEM', 'Una de las partidas ya no está pendiente: recargue la página.')
