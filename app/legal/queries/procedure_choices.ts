import { rows } from '#app/kernel/database/sql'
import type { ProcedureKind } from '#app/legal/legal_labels'

type Choice = { value: string; label: string }

/** Phases that a procedure of a kind may have, in the order of the catalogue. */
export function phaseChoices(kind: ProcedureKind): Promise<Choice[]> {
  return rows<Choice>(
    `select id::text as value, name as label from phases where active and :kind = any(procedure_kinds) order by position`,
    { kind }
  )
}

/** The same by kind, for a form in which the kind is chosen. */
export async function phaseTemplates(): Promise<Record<string, Choice[]>> {
  const found = await rows<Choice & { kind: string }>(
    `select k.kind, f.id::text as value, f.name as label from phases f cross join lateral unnest(f.procedure_kinds) as k(kind) where f.active order by k.kind, f.position`
  )
  return Object.fromEntries(
    [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, choices]) => [
      kind,
      choices.map(({ value, label }) => ({ value, label })),
    ])
  )
}

/** Who may answer for a procedure of a company: those who see legal matters and work with it. */
export function listResponsibles(siteId: number): Promise<Choice[]> {
  return rows<Choice>(
    `select u.id::text as value, u.name as label from users u where u.status = 'active' and u.role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad')
        and (u.role = 's1st3ma' or u.all_sites or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = :siteId)) order by u.name`,
    { siteId }
  )
}

/** At most twenty movements of the bank that could prove what was paid by hand: charges of that company that wait for somebody. */
export async function findMovements(
  siteId: number,
  { text, deniedAccountIds }: { text: string; deniedAccountIds: readonly number[] }
) {
  const found = await rows<{
    id: number
    bookedOn: string
    amountMinor: number
    rawText: string
    account: string
  }>(
    `select l.id, l.booked_on, l.amount_minor, l.raw_text, b.name as account from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id
      where b.site_id = :siteId and l.amount_minor < 0 and l.currency = 'EUR' and b.id <> all(:denied::bigint[])
        and (l.status in ('pending', 'suggested') or l.status = 'booked_direct' and ${ON_UNIDENTIFIED})
        and (:text = '' or l.norm_text like '%' || f_unaccent(lower(:text)) || '%' or (abs(l.amount_minor) / 100.0)::numeric(18, 2)::text like replace(:text, ',', '.') || '%')
        and not exists (select 1 from manual_payment_offsets o where o.bank_statement_line_id = l.id and o.reversed_at is null)
      order by l.booked_on desc, l.id desc limit 20`,
    { siteId, text, denied: deniedAccountIds }
  )
  return found
}

/** The movement stands on 5559, whole, until somebody says what it was. */
const ON_UNIDENTIFIED = `exists (select 1 from journal_entries e join journal_lines j on j.entry_id = e.id join ledger_accounts a on a.id = j.account_id
  join ledger_account_roles r on r.role = 'unidentified' and a.code ^@ r.account_code and (r.site_id is null or r.site_id = a.site_id)
  join open_items o on o.journal_line_id = j.id and o.open_minor = j.amount_minor
 where e.source_type = 'bank_statement_line' and e.source_id = l.id and j.amount_minor = -l.amount_minor and not exists (select 1 from journal_entries x where x.reverses_id = e.id))`
