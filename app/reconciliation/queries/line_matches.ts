import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL, seesPayroll, type Viewer } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { ScorePart } from '#app/reconciliation/scoring/match_types'

type SelectedMatch = {
  id: number
  label: string
  amount: MoneyJson
  score: number
  parts: ScorePart[]
  who: string | null
  at: string
}

/** What a movement was matched with, as somebody may see it. */
export async function listMatches(
  lineId: number,
  currency: string,
  viewer: Viewer
): Promise<SelectedMatch[]> {
  const found = await rows<{
    id: number
    entryNo: number
    description: string
    amountMinor: number
    score: number
    explanation: ScorePart[]
    who: string | null
    at: Date
    isPayroll: boolean
  }>(
    `select m.id, ${IS_PAYROLL_ENTRY} as is_payroll, e.entry_no, e.description, m.amount_minor, m.score, m.explanation, u.name as who, m.at
       from statement_matches m join journal_lines l on l.id = m.journal_line_id join journal_entries e on e.id = l.entry_id left join users u on u.id = m.matched_by
      where m.bank_statement_line_id = :lineId order by m.id`,
    { lineId }
  )
  const shown = seesPayroll(viewer) ? found : collapsePayroll(found)
  return shown.map(({ id, entryNo, description, amountMinor, score, explanation, who, at, isPayroll }) => ({
    id,
    label: isPayroll && !seesPayroll(viewer) ? RESTRICTED_PAYROLL : `Asiento ${entryNo} · ${description}`,
    amount: { minor: amountMinor, currency },
    score,
    parts: explanation,
    who,
    at: at.toISOString(),
  }))
}

/** Salaries in one sum, which the movement says anyway. */
function collapsePayroll<Match extends { isPayroll: boolean; amountMinor: number }>(
  found: readonly Match[]
): Match[] {
  const [first, ...others] = found.filter(({ isPayroll }) => isPayroll)
  const rest = found.filter(({ isPayroll }) => !isPayroll)
  if (!first) return rest
  return [
    { ...first, amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, first.amountMinor) },
    ...rest,
  ]
}
