import type { CalendarDate } from '#app/kernel/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** What a movement settles, with every account found. Amounts in cents, signed as the bank shows them. */
export type BankMatchToPost = {
  lineId: number
  version: number
  siteId: number
  postedOn: CalendarDate
  text: string
  bankLedgerAccountId: number
  items: {
    accountId: number
    amountMinor: number
    line: Pick<DraftLine, 'counterpartyType' | 'counterpartyId' | 'documentType' | 'documentId'>
  }[]
  /** Difference given up, and the account it goes to (669 or 769). */
  writeOff: { accountId: number; amountMinor: number } | null
  withholdings: {
    deferredAccountId: number
    payableAccountId: number
    amountMinor: number
    invoiceId: number
  }[]
  createdBy: number | null
}

/**
 * The entry of a movement that settles open items (`bank.match`): each item is closed, the difference given up goes to
 * its account, and the bank's account gets exactly what the bank moved. The items' lines come first, in their order,
 * and the bank's line after them.
 */
export function bankMatchPosting(match: BankMatchToPost): JournalDraft {
  const items: DraftLine[] = match.items.map(({ accountId, amountMinor, line }) => ({
    accountId,
    amountMinor: -amountMinor,
    ...line,
  }))
  const movedMinor =
    match.items.reduce((sum, item) => sum + item.amountMinor, 0) + (match.writeOff?.amountMinor ?? 0)
  const difference: DraftLine[] = match.writeOff
    ? [{ accountId: match.writeOff.accountId, amountMinor: -match.writeOff.amountMinor }]
    : []
  const withheld = match.withholdings.flatMap(
    ({ deferredAccountId, payableAccountId, amountMinor, invoiceId }) => {
      const document = { documentType: 'invoice_withholding', documentId: invoiceId }
      return [
        { accountId: deferredAccountId, amountMinor, ...document },
        { accountId: payableAccountId, amountMinor: -amountMinor, ...document },
      ]
    }
  )
  return {
    ...header(match, 'match'),
    lines: [...items, bankLine(match, movedMinor), ...difference, ...withheld],
  }
}

export type DirectToPost = Omit<BankMatchToPost, 'items' | 'writeOff' | 'withholdings'> & {
  accountId: number
  amountMinor: number
  /** The same in the company's currency. */
  baseMinor: number
  /** Of the bank's account. */
  currency: string
  event: 'direct' | 'transfer'
  groupKey?: string
  /** Whom a rule names. */
  providerId?: number | null
}

/** The entry of a movement that goes straight to one account: an expense, an income, a transfer on its way. */
export function bankDirectPosting(direct: DirectToPost): JournalDraft {
  return {
    ...header(direct, direct.event),
    ...(direct.groupKey ? { groupKey: direct.groupKey } : {}),
    lines: [
      {
        accountId: direct.accountId,
        amountMinor: -direct.baseMinor,
        memo: direct.text.slice(0, 250),
        ...(direct.providerId
          ? { counterpartyType: 'provider' as const, counterpartyId: direct.providerId }
          : {}),
      },
      { ...bankLine(direct, direct.amountMinor), baseMinor: direct.baseMinor, currency: direct.currency },
    ],
  }
}

type Header = Pick<BankMatchToPost, 'lineId' | 'version' | 'siteId' | 'postedOn' | 'text' | 'createdBy'>

function header(
  { lineId, version, siteId, postedOn, text, createdBy }: Header,
  event: 'match' | 'direct' | 'transfer'
): Omit<JournalDraft, 'lines'> {
  return {
    siteId,
    postedOn,
    journal: 'banco',
    kind: `bank.${event}`,
    idempotencyKey: `bank_statement_line:${lineId}:${event}:${version}`,
    description: `Banco: ${text || 'movimiento'}`.slice(0, 250),
    sourceType: 'bank_statement_line',
    sourceId: lineId,
    createdBy,
  }
}

const bankLine = (
  { bankLedgerAccountId, lineId }: Pick<BankMatchToPost, 'bankLedgerAccountId' | 'lineId'>,
  amountMinor: number
): DraftLine => ({
  accountId: bankLedgerAccountId,
  amountMinor,
  documentType: 'bank_statement_line',
  documentId: lineId,
})
