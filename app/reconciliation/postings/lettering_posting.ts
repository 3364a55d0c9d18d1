import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** What a lettering by hand posts, with every account found; amounts in cents, positive is debe. */
export type LetteringToPost = {
  siteId: number
  /** The first of its lines, and how many letterings it was in before: together its idempotency key. */
  lineId: number
  version: number
  postedOn: CalendarDate
  accountId: number
  party: Pick<DraftLine, 'counterpartyType' | 'counterpartyId'>
  /** What is left over of the items, and the account that takes it (669 or 769). */
  rest: { amountMinor: number; accountId: number } | null
  /** Of the account. */
  currency: string
  /** Difference of exchange left on an account in another currency, in the company's, and the account that takes it (668 or 768). */
  exchange: { amountMinor: number; accountId: number } | null
  withholdings: {
    deferredAccountId: number
    payableAccountId: number
    amountMinor: number
    invoiceId: number
  }[]
  createdBy: number | null
}

/** The entry of a lettering (`lettering.match`): the rest leaves the account, withholding falls due. The rest's line on the account comes first. */
export function letteringPosting(lettering: LetteringToPost): JournalDraft {
  const { rest, accountId, party, withholdings, lineId, version, currency, exchange } = lettering
  const given: DraftLine[] = rest
    ? [
        { accountId, amountMinor: -rest.amountMinor, ...party },
        { accountId: rest.accountId, amountMinor: rest.amountMinor },
      ]
    : []
  const exchanged: DraftLine[] = exchange
    ? [
        { accountId, currency, amountMinor: 0, baseMinor: -exchange.amountMinor, ...party },
        { ...exchange, memo: 'Diferencia de cambio' },
      ]
    : []
  const withheld = withholdings.flatMap(({ deferredAccountId, payableAccountId, amountMinor, invoiceId }) => {
    const document = { documentType: 'invoice_withholding', documentId: invoiceId }
    return [
      { accountId: deferredAccountId, amountMinor, ...document },
      { accountId: payableAccountId, amountMinor: -amountMinor, ...document },
    ]
  })
  return {
    siteId: lettering.siteId,
    postedOn: lettering.postedOn,
    journal: 'diversos',
    kind: 'lettering.match',
    idempotencyKey: `journal_line:${lineId}:lettering:${version}`,
    description: 'Punteo de partidas',
    sourceType: 'journal_line',
    sourceId: lineId,
    createdBy: lettering.createdBy,
    lines: [...given, ...exchanged, ...withheld],
  }
}
