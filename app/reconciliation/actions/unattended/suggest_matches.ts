import { SYSTEM } from '#app/audit/record_event'
import type { Progress } from '#app/jobs/queue'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { Turns } from '#app/kernel/turns'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { matchChargesWithFees } from '#app/reconciliation/actions/unattended/match_charges_with_fees'
import { matchOwnArrivals } from '#app/reconciliation/actions/unattended/match_own_arrivals'
import { unlessRefused } from '#app/reconciliation/actions/unattended/unless_refused'
import { type OpenLine, openLineColumns } from '#app/reconciliation/queries/find_candidates'
import { type ActiveRule, activeRules } from '#app/reconciliation/queries/list_rules'
import { loadPool, type Pool } from '#app/reconciliation/queries/load_pool'
import { findMatchAccount, type MatchAccount } from '#app/reconciliation/queries/match_account'
import { isTakenBack } from '#app/reconciliation/queries/taken_back'
import { type BankRule, booksAlone, firstRuleFor } from '#app/reconciliation/rules/bank_rule'
import { indexPool } from '#app/reconciliation/scoring/index_pool'
import { type Proposal, proposeMatches, suggestFrom } from '#app/reconciliation/scoring/propose_matches'

const batchSize = 500
const proposalsKept = 3

export type SuggestReport = { looked: number; suggested: number; matched: number; booked: number }

/**
 * Looks at every open movement of an account, in batches of 500 by day: keeps its best proposals from 60 points on, and
 * accepts by itself those that are certain (00 §7) where the company wants it and the statement adds up. What a connected bank tells
 * as one comes first, charges with their fees and transfers that arrive: a rule might book a fee past its payment.
 */
export async function suggestMatches(bankAccountId: number, progress?: Progress): Promise<SuggestReport> {
  const account = await findMatchAccount(bankAccountId)
  if (!account) throw new Error(`No bank account ${bankAccountId}`)
  const { total } = await oneRow<{ total: number }>(
    `select count(*)::int as total from bank_statement_lines where bank_account_id = :bankAccountId and status in ('pending', 'suggested')`,
    { bankAccountId }
  )
  const report: SuggestReport = { looked: 0, suggested: 0, matched: 0, booked: 0 }
  if (account.autoReconcile) {
    report.matched += 2 * (await matchChargesWithFees(account))
    report.matched += await matchOwnArrivals(account)
  }
  const rules = await activeRules(account)
  let after: { bookedOn: CalendarDate | '-infinity'; id: number } = { bookedOn: '-infinity', id: 0 }
  for (;;) {
    const lines = await readBatch(bankAccountId, after)
    const last = lines.at(-1)
    if (!last) return report
    await suggestBatch({ account, rules, report }, lines)
    report.looked += lines.length
    await progress?.(
      report.looked,
      Math.max(total, report.looked),
      `${report.looked} de ${counted(total, 'movimiento', 'movimientos')}`
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

type Run = { account: MatchAccount; rules: readonly ActiveRule[]; report: SuggestReport }
type Looked = { line: OpenLine; proposals: Proposal[]; rule: BankRule | null }

async function suggestBatch(
  run: Run,
  lines: readonly OpenLine[],
  look: 'first' | 'again' = 'first'
): Promise<void> {
  const { account, rules, report } = run
  const refused: OpenLine[] = []
  const pool = await loadPool(account, lines)
  const undone = await listUndone(lines)
  const mayDecide = (line: OpenLine) => line.isBalanced && pool.isWhole && !undone.has(line.id)
  const used = new Set<string>()
  const kept: Looked[] = []
  const turns = new Turns()
  for (const { line, proposals } of proposeAll(lines, pool)) {
    const free = proposals.filter((proposal) => !proposal.items.some((item) => used.has(item.key)))
    const [best] = free
    const isWanted = best?.isAutomatic === true && account.autoReconcile && best === proposals[0]
    if (best && isWanted && mayDecide(line)) {
      if (await acceptAlone(line, best)) {
        for (const item of best.items) used.add(item.key)
        report.matched++
        continue
      }
      if (look === 'first') {
        refused.push(line)
        continue
      }
    }
    await turns.pass()
    const rule = firstRuleFor(rules, line)
    // What may settle something in the books is never booked past it.
    const isFree = (best?.score ?? 0) < suggestFrom && line.amountMinor === line.totalMinor
    if (
      rule &&
      isFree &&
      booksAlone(rule, line.amountMinor) &&
      mayDecide(line) &&
      (await bookAlone(line, rule))
    )
      report.booked++
    else kept.push({ line, proposals: free.slice(0, proposalsKept), rule })
  }
  report.suggested += await writeSuggestions(kept)
  // What is certain may have moved on since it was read: a bank tells of the movement and of the payment at once, and a payment
  // that is paid meanwhile is another item than the one in transit. Nobody would look again until the next movement.
  if (refused.length > 0) await suggestBatch(run, refused, 'again')
}

/** Movements about which somebody took a decision back: from then on they wait for people. */
async function listUndone(lines: readonly OpenLine[]): Promise<ReadonlySet<number>> {
  const found = await rows<{ id: number }>(
    `select l.id from unnest(:ids::bigint[]) as l(id) where ${isTakenBack('l.id')}`,
    { ids: lines.map((line) => line.id) }
  )
  return new Set(found.map(({ id }) => id))
}

function proposeAll(lines: readonly OpenLine[], { candidates, context }: Pool) {
  const shortlist = indexPool(candidates, context.toleranceMinor)
  return lines.map((line) => ({ line, proposals: proposeMatches(line, shortlist(line), context) }))
}

function acceptAlone(line: OpenLine, { items, score, parts }: Proposal): Promise<boolean> {
  const chosen = items.map((item) => ({
    journalLineId: item.journalLineId ?? 0,
    amountMinor: item.amountMinor,
  }))
  return unlessRefused(() =>
    acceptMatch({ lineId: line.id, items: chosen, evidence: { score, parts }, actor: SYSTEM })
  )
}

function bookAlone(line: OpenLine, { id, name, action }: BankRule): Promise<boolean> {
  const { accountCode, description, providerId, taxCodeId, centerId } = action
  return unlessRefused(() =>
    bookDirect({
      lineId: line.id,
      accountCode,
      description: description ?? `Regla «${name}»`,
      rule: { id, providerId, taxCodeId, centerId },
      actor: SYSTEM,
    })
  )
}

async function writeSuggestions(looked: readonly Looked[]): Promise<number> {
  const records = looked.map(({ line, proposals, rule }) => {
    const isSuggested = (proposals[0]?.score ?? 0) >= suggestFrom
    return {
      id: line.id,
      status: isSuggested || rule ? 'suggested' : 'pending',
      suggestion: isSuggested ? proposals : null,
      rule_id: rule?.id ?? null,
    }
  })
  await execute(
    `update bank_statement_lines l set status = r.status, suggestion = nullif(r.suggestion, 'null'::jsonb), bank_rule_id = r.rule_id
       from jsonb_to_recordset(:records::jsonb) as r(id bigint, status text, suggestion jsonb, rule_id bigint)
      where l.id = r.id and l.status in ('pending', 'suggested')
        and (l.status, l.suggestion, l.bank_rule_id) is distinct from (r.status, nullif(r.suggestion, 'null'::jsonb), r.rule_id)`,
    { records: JSON.stringify(records) }
  )
  return records.filter((record) => record.status === 'suggested').length
}
