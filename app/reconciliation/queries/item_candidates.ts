import type { Client } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { bookPart } from '#app/ledger/fx/book_part'
import { type FoundRate, listRates, worthIn } from '#app/ledger/queries/fx_rates'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { feeOf } from '#app/reconciliation/scoring/known_fee'
import type { Candidate, PartyKey } from '#app/reconciliation/scoring/match_types'

/** An open item as the book has it: amounts in minor units of its account's currency, signed as its line is. */
export type OpenItem = {
  journalLineId: number
  currency: string
  openMinor: number
  lineMinor: number
  lineBaseMinor: number
  letteredMinor: number
  dueOn: CalendarDate
  accountCode: string
  counterpartyType: string | null
  counterpartyId: number | null
  partyName: string | null
  partyIbans: string[] | null
  documentType: string | null
  invoiceNumber: string | null
  numberNorm: string | null
  memo: string | null
  description: string
  /** A payment of it that the bank does not have yet. */
  waiting: string | null
}

/** Items in another currency count for what they are worth on a day; without a rate for it they cannot be told. */
export async function candidatesOf(
  account: MatchAccount,
  items: readonly OpenItem[],
  day: CalendarDate,
  client?: Client
): Promise<Candidate[]> {
  const isForeign = ({ currency }: OpenItem) => currency !== account.currency
  const rates = items.some(isForeign) ? await listRates(day, client) : new Map<string, FoundRate>()
  return items.flatMap((item) =>
    isForeign(item)
      ? foreignCandidate(account, item, rates)
      : openCandidate(item, item.openMinor, feeOf(item.openMinor, account.fee))
  )
}

/** What amounts of an account in another currency are worth in euros on a day: what an item in euros may be of. */
export async function eurosOf(
  { currency, baseCurrency }: MatchAccount,
  amounts: readonly number[],
  day: CalendarDate,
  client?: Client
): Promise<number[]> {
  if (currency === 'EUR' || baseCurrency !== 'EUR') return []
  const rates = await listRates(day, client)
  return amounts.flatMap((amountMinor) => worthIn({ amountMinor, currency, other: 'EUR' }, rates) ?? [])
}

function foreignCandidate(
  { currency: other, baseCurrency }: MatchAccount,
  item: OpenItem,
  rates: ReadonlyMap<string, FoundRate>
): Candidate[] {
  const { openMinor, currency } = item
  const worth = baseCurrency === 'EUR' ? worthIn({ amountMinor: openMinor, currency, other }, rates) : null
  if (worth === null) return []
  const bookMinor = bookPart({ ...item, takenMinor: item.letteredMinor }, openMinor)
  return [{ ...openCandidate(item, worth, null), foreign: { currency, minor: openMinor, bookMinor } }]
}

/** Whom an item is with; nobody where it is owed to the State. */
export const partyOfItem = ({ counterpartyType, counterpartyId }: OpenItem): PartyKey | null =>
  counterpartyId === null ? null : `${counterpartyType}:${counterpartyId}`

function openCandidate(item: OpenItem, amountMinor: number, knownFeeMinor: number | null): Candidate {
  const number = item.invoiceNumber
  return {
    key: `line:${item.journalLineId}`,
    kind: 'open_item',
    journalLineId: item.journalLineId,
    otherLineId: null,
    amountMinor,
    dueOn: item.dueOn,
    party: partyOfItem(item),
    partyName: item.partyName,
    partyIbans: item.partyIbans ?? [],
    ownReferences: [],
    documentNumbers: [number, item.numberNorm].filter((text) => text !== null),
    knownFeeMinor,
    label: `${number ? `Factura ${number}` : `${item.accountCode} · ${item.memo || item.description}`}${item.waiting ? ` · incluida en el pago ${item.waiting}` : ''}`,
    batch: null,
    foreign: null,
  }
}
