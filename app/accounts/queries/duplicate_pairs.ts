import { STATEMENT_SOURCES, type StatementSource } from '#app/accounts/account_labels'
import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { MoneyJson } from '#app/kernel/money/money'
import { labelOf } from '#app/kernel/text/labels'

/** A movement beside the one that it may be. */
export type PairedLine = {
  id: number
  bookedOn: string
  valueOn: string | null
  text: string
  counterparty: string | null
  reference: string | null
  amount: MoneyJson
  balanceAfter: MoneyJson | null
  /** How it came: «Norma 43 · enero.n43», «Conexión». */
  source: string
  cameAt: string
  status: Badge
}

/** `repeated` goes when both are the same movement, `kept` stays. */
export type DuplicatePair = { kept: PairedLine; repeated: PairedLine }

type Found = {
  id: number
  pairedWith: number | null
  bookedOn: string
  valueOn: string | null
  rawText: string
  counterpartyName: string | null
  reference: string | null
  amountMinor: number
  currency: string
  balanceAfterMinor: number | null
  source: StatementSource
  file: string | null
  createdAt: Date
  status: StatementLineStatus
}

/** SQL: whether a movement of an account may be there twice, seen from either side. */
export const mayBeTwice = (line: string): string =>
  `(${line}.possible_duplicate_of is not null or exists (select 1 from bank_statement_lines x where x.possible_duplicate_of = ${line}.id))`

/** What a movement may be there twice with, each for a person to say; empty where nothing is in doubt. */
export async function duplicatePairs(bankAccountId: number, lineId: number): Promise<DuplicatePair[]> {
  const found = await rows<Found>(
    `with pairs as (select id, possible_duplicate_of as kept from bank_statement_lines
        where bank_account_id = :bankAccountId and possible_duplicate_of is not null and :lineId::bigint in (id, possible_duplicate_of))
     select l.id, case when p.id = l.id then p.kept end as paired_with, l.booked_on, l.value_on, l.raw_text, l.counterparty_name,
        concat_ws(' · ', nullif(l.reference, ''), nullif(l.end_to_end_id, '')) as reference, l.amount_minor, l.currency, l.balance_after_minor,
        s.source, f.name as file, s.created_at, l.status
       from pairs p join bank_statement_lines l on l.id in (p.id, p.kept) join bank_statements s on s.id = l.statement_id left join files f on f.id = s.file_id
      order by l.id`,
    { bankAccountId, lineId }
  )
  return found.flatMap((repeated) => {
    const kept = found.find(({ id }) => id === repeated.pairedWith)
    return kept ? [{ kept: pairedLine(kept), repeated: pairedLine(repeated) }] : []
  })
}

function pairedLine(found: Found): PairedLine {
  const { amountMinor, balanceAfterMinor, currency, source, file, status } = found
  return {
    id: found.id,
    bookedOn: found.bookedOn,
    valueOn: found.valueOn,
    text: found.rawText,
    counterparty: found.counterpartyName,
    reference: found.reference || null,
    amount: { minor: amountMinor, currency },
    balanceAfter: balanceAfterMinor === null ? null : { minor: balanceAfterMinor, currency },
    source: [labelOf(STATEMENT_SOURCES, source), file].filter(Boolean).join(' · '),
    cameAt: found.createdAt.toISOString(),
    status: { tone: statementLineWorkflow.tone(status), label: statementLineWorkflow.label(status) },
  }
}
