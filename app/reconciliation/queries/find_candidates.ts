import { type Client, row } from '#app/kernel/database/sql'
import { loadPool } from '#app/reconciliation/queries/load_pool'
import { findMatchAccount } from '#app/reconciliation/queries/match_account'
import { indexPool } from '#app/reconciliation/scoring/index_pool'
import type { Evidence, LineFacts } from '#app/reconciliation/scoring/match_types'
import { type Proposal, proposeMatches } from '#app/reconciliation/scoring/propose_matches'

export type OpenLine = LineFacts & {
  bankAccountId: number
  status: string
  totalMinor: number
  isBalanced: boolean
}

/** Whether the bank says of a movement `l` that money comes back. */
const IS_RETURN = `(l.raw ->> 'returnReason' is not null or coalesce(l.raw ->> 'isReversal', 'false') = 'true' or coalesce(l.raw ->> 'bankTransactionCode', '') like '%/RRTN')`

/** Columns of an open movement `l` of a statement `s`, its amount less what is matched of it. */
export const openLineColumns = `l.id, l.bank_account_id, l.status, l.amount_minor as total_minor,
  l.amount_minor - coalesce((select sum(m.amount_minor) from statement_matches m where m.bank_statement_line_id = l.id), 0)::bigint as amount_minor,
  l.currency, l.booked_on, l.norm_text, l.end_to_end_id, l.counterparty_name, l.counterparty_iban, s.status <> 'unbalanced' as is_balanced,
  ${IS_RETURN} as is_return`

/** A movement with what is left of it, or null. */
export function findOpenLine(lineId: number, client?: Client): Promise<OpenLine | null> {
  return row<OpenLine>(
    `select ${openLineColumns} from bank_statement_lines l join bank_statements s on s.id = l.statement_id where l.id = :lineId`,
    { lineId },
    client
  )
}

/**
 * What a movement may be, the best first, at most twenty; nothing for one that is done. Null when there is no such movement.
 * Own transfers are of accounts that the viewer, when there is one, may see.
 */
export async function findCandidates(
  lineId: number,
  client?: Client,
  viewerId: number | null = null
): Promise<Proposal[] | null> {
  const line = await findOpenLine(lineId, client)
  if (!line) return null
  if (line.amountMinor === 0) return []
  const account = await findMatchAccount(line.bankAccountId, client)
  if (!account) return null
  const { candidates, context } = await loadPool(account, [line], client, viewerId)
  return proposeMatches(line, indexPool(candidates, context.toleranceMinor)(line), context)
}

/**
 * The score and its reasons of what a person chose, where it is one of the proposals; nothing for a choice of their own.
 * What was suggested is kept with the movement and taken from there; only else all that it may be is looked for again.
 */
export async function findEvidence(lineId: number, items: readonly ChosenPart[]): Promise<Evidence> {
  const wanted = keyOf(items)
  const chosen = (proposals: readonly Proposal[] | null | undefined) =>
    proposals?.find((candidate) => keyOf(candidate.items) === wanted)
  const kept = await row<{ suggestion: Proposal[] | null }>(
    `select suggestion from bank_statement_lines where id = :lineId`,
    { lineId }
  )
  const proposal = chosen(kept?.suggestion) ?? chosen(await findCandidates(lineId))
  return { score: proposal?.score ?? 0, parts: proposal?.parts ?? [] }
}

type ChosenPart = {
  journalLineId: number | null
  amountMinor: number
  foreign?: { minor: number } | null
}

const keyOf = (parts: readonly ChosenPart[]): string =>
  parts
    .map(({ journalLineId, amountMinor, foreign }) => `${journalLineId}:${foreign?.minor ?? amountMinor}`)
    .toSorted()
    .join(' ')
