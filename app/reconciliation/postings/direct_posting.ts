import { divideRounded } from '#app/kernel/money/rational'
import { taxInside } from '#app/kernel/money/tax_inside'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'
import { bankLine, type Header, header } from '#app/reconciliation/postings/bank_entry'

/** What goes to one account. */
export type DirectLine = {
  accountId: number
  /** Of the movement, signed as the bank shows it, with the tax inside. */
  amountMinor: number
  memo: string
  tax: { codeId: number; accountId: number; rateBasisPoints: number; period: string } | null
  providerId: number | null
  centerId: number | null
}

export type DirectToPost = Header & {
  postedOn: CalendarDate
  bankLedgerAccountId: number
  /** Of the bank's account. */
  currency: string
  lines: readonly DirectLine[]
  /** What is booked of the movement, in its currency and in the company's. */
  amountMinor: number
  baseMinor: number
  event: 'direct' | 'transfer'
  groupKey?: string
}

/**
 * The entry of a movement that goes straight to accounts: an expense with its VAT, an income, a transfer on its way. The
 * base of a line that carries tax goes to its account and the tax to the tax's own, as an invoice posts them.
 */
export function bankDirectPosting(direct: DirectToPost): JournalDraft {
  const shares = sharesOf(direct)
  return {
    ...header(direct, direct.event),
    ...(direct.groupKey ? { groupKey: direct.groupKey } : {}),
    lines: [
      ...direct.lines.flatMap((line, index) => lineParts(direct, line, -(shares[index] ?? 0))),
      { ...bankLine(direct, direct.amountMinor), baseMinor: direct.baseMinor, currency: direct.currency },
    ],
  }
}

/** What each line is in the company's currency: the running sum is rounded, so that the parts always add up. */
export function sharesOf({
  lines,
  amountMinor,
  baseMinor,
}: Pick<DirectToPost, 'amountMinor' | 'baseMinor'> & {
  lines: readonly Pick<DirectLine, 'amountMinor'>[]
}): number[] {
  let summed = 0
  let shared = 0
  return lines.map((line) => {
    summed += line.amountMinor
    const until = divideRounded(
      BigInt(baseMinor) * BigInt(summed),
      BigInt(amountMinor),
      'half_away_from_zero'
    )
    const share = Number(until) - shared
    shared += share
    return share
  })
}

function lineParts(
  { lineId }: DirectToPost,
  { accountId, memo, tax, providerId, centerId }: DirectLine,
  grossMinor: number
): DraftLine[] {
  const party =
    providerId === null ? {} : { counterpartyType: 'provider' as const, counterpartyId: providerId }
  const cost = {
    accountId,
    memo: memo.slice(0, 250),
    ...(centerId === null ? {} : { centerId }),
    ...party,
  }
  if (!tax) return [{ ...cost, amountMinor: grossMinor }]
  const { baseMinor, taxMinor } = taxInside(grossMinor, tax.rateBasisPoints)
  if (taxMinor === 0) return [{ ...cost, amountMinor: baseMinor }]
  return [
    { ...cost, amountMinor: baseMinor },
    {
      accountId: tax.accountId,
      amountMinor: taxMinor,
      taxCodeId: tax.codeId,
      taxBaseMinor: baseMinor,
      vatPeriod: tax.period,
      documentType: 'bank_statement_line',
      documentId: lineId,
      memo: cost.memo,
      ...party,
    },
  ]
}
