import type { Transaction } from '#app/kernel/database/sql'
import type { Charge } from '#app/rebilling/charges/charge'
import { type DocumentLine, documentLines } from '#app/rebilling/postings/document_lines'
import { costsByKey } from '#app/rebilling/proposals/find_costs'
import { percentText } from '#app/rebilling/settings/list_settings'

/** The lines of the document of a charge, each named after the document behind its cost while that is in the books. */
export async function documentLinesOf(charge: Charge, trx: Transaction): Promise<DocumentLine[]> {
  const booked = charge.costs.flatMap(({ sourceType, sourceId }) =>
    sourceId === null ? [] : [{ sourceType, sourceId }]
  )
  const found = new Map(
    (await costsByKey(booked, trx)).map((cost) => [`${cost.sourceType}:${cost.sourceId}`, cost.document])
  )
  return documentLines({
    costs: charge.costs.map((cost) => {
      const document = found.get(`${cost.sourceType}:${cost.sourceId}`)
      return { ...cost, text: document ? `${document}: ${cost.concept}` : cost.concept }
    }),
    markupMinor: charge.markupMinor,
    markupText: percentText(charge.markupBasisPoints),
    expenseAccount: charge.expenseAccount,
  })
}
