import { statementLineWorkflow } from '#app/accounts/workflows/statement_line_workflow'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { LockedLine, LockedMatch } from '#app/reconciliation/actions/lock_line'
import type { Evidence } from '#app/reconciliation/scoring/match_types'

export type NewMatch = { journalLineId: number; amountMinor: number }

/** Links a movement with lines of the books, all at once: the database refuses more than the movement or the line has. */
export async function insertMatches(
  line: LockedLine,
  matches: NewMatch[],
  evidence: Evidence,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into statement_matches as known (bank_statement_line_id, journal_line_id, amount_minor, score, explanation, matched_by)
     select :lineId, m."journalLineId", m."amountMinor", :score, :parts::jsonb, :userId
       from jsonb_to_recordset(:matches::jsonb) as m("journalLineId" bigint, "amountMinor" bigint)
     on conflict (bank_statement_line_id, journal_line_id) do update set amount_minor = known.amount_minor + excluded.amount_minor`,
    {
      lineId: line.id,
      matches: JSON.stringify(matches),
      score: evidence.score,
      parts: JSON.stringify(evidence.parts),
      userId: actor.userId,
    },
    trx
  )
}

/** The state of a movement by what of it is matched, with who did it. */
export async function closeMatch(
  { line, account }: LockedMatch,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { rest } = await oneRow<{ rest: number }>(
    `select :total::bigint - coalesce(sum(amount_minor), 0)::bigint as rest from statement_matches where bank_statement_line_id = :lineId`,
    { lineId: line.id, total: line.totalMinor },
    trx
  )
  await moveLine({ line, account }, rest === 0 ? 'match' : 'match_part', actor, trx)
}

type Details = { reason?: string | null; ignoreReason?: string; ruleId?: number | null }

/** Makes a transition on a locked movement; suggestions end with it. */
export async function moveLine(
  { line, account }: LockedMatch,
  transition: keyof typeof statementLineWorkflow.transitions,
  actor: Actor,
  trx: Transaction,
  { reason = null, ignoreReason, ruleId = null }: Details = {}
): Promise<void> {
  const to = statementLineWorkflow.next(line.status, transition)
  await execute(
    `update bank_statement_lines set status = :to, suggestion = null, ignore_reason = :ignoreReason, bank_rule_id = :ruleId where id = :id`,
    { id: line.id, to, ignoreReason: ignoreReason ?? null, ruleId },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'bank_statement_line',
      objectId: line.id,
      siteId: account.siteId,
      event: `bank_statement_line.${transition}`,
      from: line.status,
      to,
      reason,
    },
    trx
  )
}
