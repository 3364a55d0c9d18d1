import {
  type Hit,
  isNear,
  LINKED_FROM,
  type Line,
  matchLine,
  prepareCandidates,
} from '#app/contracts/matching/match_line'
import { type Billing, type Covering, findCovering } from '#app/contracts/queries/find_candidates'
import type { Client } from '#app/kernel/database/sql'

/** An invoice as contracts see it; `lines` in their order. */
export type InvoiceToMatch = Billing & { invoiceId: number; lines: (Line & { lineId: number })[] }

/** What a line hangs on. Without an item it is the invoice as a whole that the contract expects. */
export type LineMatch = {
  lineId: number
  outcome: 'linked' | 'suggested'
  contractId: number
  itemId: number | null
  score: number
  hits: Hit[]
}

/**
 * Holds the lines of many invoices against the contracts in force for them: one question to the database, the rest is
 * arithmetic. Lines on which no contract has anything to say are left out of the answer.
 */
export async function matchInvoiceLines(
  invoices: readonly InvoiceToMatch[],
  client?: Client
): Promise<LineMatch[]> {
  const covering = await findCovering(invoices, client)
  return invoices.flatMap((invoice, index) => matchOne(invoice, covering[index] ?? []))
}

function matchOne({ lines }: InvoiceToMatch, contracts: Covering[]): LineMatch[] {
  if (contracts.length === 0) return []
  const prepared = prepareCandidates(contracts.flatMap(({ items }) => items))
  const whole = expecting(lines, contracts)
  return lines.flatMap((line): LineMatch[] => {
    const match = matchLine(line, prepared)
    if (match?.outcome === 'linked') return [{ lineId: line.lineId, ...match }]
    if (whole !== null) return [ofWhole(line.lineId, whole)]
    return match ? [{ lineId: line.lineId, ...match }] : []
  })
}

/**
 * The one contract that expects an invoice like this without pricing its lines: the only one without items, or the only one
 * whose expected amount is the base of the invoice. Null when there is none, or more than one.
 */
function expecting(lines: readonly Line[], contracts: Covering[]): number | null {
  const baseMinor = lines.reduce((sum, line) => sum + line.baseMinor, 0)
  const exact = contracts.filter((contract) =>
    isNear(baseMinor, contract.expectedAmountMinor, contract.tolerancePercent)
  )
  const bare = contracts.filter(({ items }) => items.length === 0)
  const [only, ...others] = exact.length > 0 ? exact : bare
  return only && others.length === 0 ? only.contractId : null
}

const ofWhole = (lineId: number, contractId: number): LineMatch => ({
  lineId,
  outcome: 'linked',
  contractId,
  itemId: null,
  score: LINKED_FROM,
  hits: [{ rule: 'amount', points: LINKED_FROM, text: '' }],
})
