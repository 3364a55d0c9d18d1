import { SYSTEM } from '#app/audit/record_event'
import type { Progress } from '#app/jobs/queue'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { isDomainError } from '#app/kernel/domain_error'
import { execute, oneRow, rows } from '#app/kernel/sql'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { type OpenLine, openLineColumns } from '#app/reconciliation/queries/find_candidates'
import { loadPool, type Pool } from '#app/reconciliation/queries/load_pool'
import { findMatchAccount, type MatchAccount } from '#app/reconciliation/queries/match_account'
import { indexPool } from '#app/reconciliation/scoring/index_pool'
import { type Proposal, proposeMatches, suggestFrom } from '#app/reconciliation/scoring/propose_matches'

const batchSize = 500
const proposalsKept = 3

export type SuggestReport = { looked: number; suggested: number; matched: number }

/**
 * Looks at every open movement of an account, in batches of 500 by day: keeps its best proposals from 60 points on, and
 * accepts by itself those that are certain (00 §7) where the company wants it and the statement adds up.
 */
export async function suggestMatches(bankAccountId: number, progress?: Progress): Promise<SuggestReport> {
  const account = await findMatchAccount(bankAccountId)
  if (!account) throw new Error(`No bank account ${bankAccountId}`)
  const { total } = await oneRow<{ total: number }>(
    `select count(*)::int as total from bank_statement_lines where bank_account_id = :bankAccountId and status in ('pending', 'suggested')`,
    { bankAccountId }
  )
  const report: SuggestReport = { looked: 0, suggested: 0, matched: 0 }
  let after: { bookedOn: CalendarDate | '-infinity'; id: number } = { bookedOn: '-infinity', id: 0 }
  for (;;) {
    const lines = await readBatch(bankAccountId, after)
    const last = lines.at(-1)
    if (!last) return report
    await suggestBatch(account, lines, report)
    report.looked += lines.length
    await progress?.(
      report.looked,
      Math.max(total, report.looked),
      `${report.looked} de ${total} movimientos`
    )
    after = { bookedOn: last.bookedOn, id: last.id }
  }
}

function readBatch(bankAccountId: number, after: { bookedOn: string; id: number }): Promise<OpenLine[]> {
  return rows<OpenLine>(
    `select ${openLineColumns} from bank_statement_lines l join bank_statements s on s.id = l.statement_id
      where l.bank_account_id = :bankAccountId and l.status in ('pending', 'suggested') and (l.booked_on, l.id) > (:bookedOn::date, :id)
      order by l.booked_on, l.id limit ${batchSize}`,
    { bankAccountId, ...after }
  )
}

async function suggestBatch(
  account: MatchAccount,
  lines: readonly OpenLine[],
  report: SuggestReport
): Promise<void> {
  const pool = await loadPool(account, lines)
  const looked = proposeAll(lines, pool)
  const used = new Set<string>()
  const kept: { line: OpenLine; proposals: Proposal[] }[] = []
  for (const { line, proposals } of looked) {
    const free = proposals.filter((proposal) => !proposal.items.some((item) => used.has(item.key)))
    const [best] = free
    const isWanted =
      best?.isAutomatic === true &&
      account.autoReconcile &&
      line.isBalanced &&
      pool.isWhole &&
      best === proposals[0]
    if (best && isWanted && (await acceptAlone(line, best))) {
      for (const item of best.items) used.add(item.key)
      report.matched++
    } else kept.push({ line, proposals: free.slice(0, proposalsKept) })
  }
  report.suggested += await writeSuggestions(kept)
}

function proposeAll(lines: readonly OpenLine[], { candidates, context }: Pool) {
  const shortlist = indexPool(candidates, context.toleranceMinor)
  return lines.map((line) => ({ line, proposals: proposeMatches(line, shortlist(line), context) }))
}

/** A refusal, a closed month for example, leaves it to people. */
async function acceptAlone(line: OpenLine, { items, score, parts }: Proposal): Promise<boolean> {
  try {
    const chosen = items.map((item) => ({
      journalLineId: item.journalLineId ?? 0,
      amountMinor: item.amountMinor,
    }))
    await acceptMatch({ lineId: line.id, items: chosen, evidence: { score, parts }, actor: SYSTEM })
    return true
  } catch (error) {
    if (!isDomainError(error)) throw error
    return false
  }
}

async function writeSuggestions(
  looked: readonly { line: OpenLine; proposals: Proposal[] }[]
): Promise<number> {
  const records = looked.map(({ line, proposals }) => {
    const isSuggested = (proposals[0]?.score ?? 0) >= suggestFrom
    return {
      id: line.id,
      status: isSuggested ? 'suggested' : 'pending',
      suggestion: isSuggested ? proposals : null,
    }
  })
  await execute(
    `update bank_statement_lines l set status = r.status, suggestion = nullif(r.suggestion, 'null'::jsonb)
       from jsonb_to_recordset(:records::jsonb) as r(id bigint, status text, suggestion jsonb)
      where l.id = r.id and l.status in ('pending', 'suggested') and (l.status, l.suggestion) is distinct from (r.status, nullif(r.suggestion, 'null'::jsonb))`,
    { records: JSON.stringify(records) }
  )
  return records.filter((record) => record.status === 'suggested').length
}
