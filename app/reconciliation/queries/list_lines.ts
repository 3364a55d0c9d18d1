import { mayBeTwice } from '#app/accounts/queries/duplicate_pairs'
import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import { oneRow } from '#app/kernel/database/sql'
import {
  type Filter,
  type ListDefinition,
  type ListRequest,
  listPage,
  type PageOfRows,
} from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

/** A movement in the left pane. */
export type LineRow = {
  id: number
  bookedOn: string
  text: string
  counterparty: string | null
  amount: MoneyJson
  /** What of it waits for a match. */
  rest: MoneyJson
  score: number | null
  /** Proposed or booked by a rule. */
  hasRule: boolean
  status: { tone: string; label: string }
  isOpen: boolean
  /** It may be there twice: a person says. */
  isDoubtful: boolean
}

export const reconcileList: ListDefinition = {
  from: 'bank_statement_lines l',
  key: 'l.id',
  select: `l.id, l.booked_on, l.raw_text, l.counterparty_name, l.amount_minor, l.currency, l.status, l.bank_rule_id, (l.suggestion -> 0 ->> 'score')::int as score,
    l.amount_minor - coalesce((select sum(m.amount_minor) from statement_matches m where m.bank_statement_line_id = l.id), 0)::bigint as rest_minor,
    ${mayBeTwice('l')} as is_doubtful`,
  sorts: {
    booked_on: { sql: 'l.booked_on', type: 'date' },
    amount: { sql: 'l.amount_minor', type: 'bigint' },
  },
  defaultSort: 'booked_on',
}

type Found = {
  id: number
  bookedOn: string
  rawText: string
  counterpartyName: string | null
  amountMinor: number
  currency: string
  status: StatementLineStatus
  score: number | null
  bankRuleId: number | null
  restMinor: number
  isDoubtful: boolean
}

const openStates: readonly StatementLineStatus[] = ['pending', 'suggested', 'partially_matched']

/** Movements to reconcile that a filter leaves (it names the account). */
export async function listReconcileLines(request: ListRequest, filter: Filter): Promise<PageOfRows<LineRow>> {
  const page = await listPage<Found>(reconcileList, request, filter)
  return { ...page, rows: page.rows.map(lineRow) }
}

function lineRow({
  id,
  bookedOn,
  rawText,
  counterpartyName,
  amountMinor,
  currency,
  status,
  score,
  bankRuleId,
  restMinor,
  isDoubtful,
}: Found): LineRow {
  return {
    id,
    bookedOn,
    text: rawText,
    counterparty: counterpartyName,
    amount: { minor: amountMinor, currency },
    rest: { minor: restMinor, currency },
    score,
    hasRule: bankRuleId !== null,
    status: { tone: statementLineWorkflow.tone(status), label: statementLineWorkflow.label(status) },
    isOpen: openStates.includes(status),
    isDoubtful,
  }
}

/** How far the account is: «{n} de {m} conciliados», and how many movements each view has. */
export async function countProgress(
  bankAccountId: number
): Promise<{ done: number; total: number; pending: number; suggested: number }> {
  return oneRow(
    `select count(*)::int as total, count(*) filter (where status in ('matched', 'booked_direct', 'ignored'))::int as done,
            count(*) filter (where status in ('pending', 'suggested', 'partially_matched'))::int as pending,
            count(*) filter (where status = 'suggested')::int as suggested
       from bank_statement_lines where bank_account_id = :bankAccountId`,
    { bankAccountId }
  )
}

/** SQL: a movement `l` of the account `:bankAccountId`. */
export const OF_BANK_ACCOUNT = 'l.bank_account_id = :bankAccountId'

/** SQL: what «Mostrar» asks of a movement `l`: what waits, unless it is told otherwise. */
export function shownLines(asked: unknown): string {
  if (asked === 'all') return 'true'
  return asked === 'suggested'
    ? `l.status = 'suggested'`
    : `l.status in ('pending', 'suggested', 'partially_matched')`
}
