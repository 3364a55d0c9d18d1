import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { LOAN_KINDS, type LoanKind } from '#app/loans/loan_labels'
import { rateText } from '#app/loans/queries/rate_text'
import { type LoanStatus, loanWorkflow } from '#app/loans/workflows/loan_workflow'

export type LoanRow = {
  id: number
  number: string
  lender: string
  borrower: string
  kind: string
  principal: MoneyJson | null
  outstanding: MoneyJson
  rate: string
  nextDueOn: CalendarDate | null
  isOverdue: boolean
  isDefaulted: boolean
  maturityOn: CalendarDate | null
  status: Badge
}

const NEXT = `(select min(i.due_on) from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.status in ('planned', 'due', 'ordered', 'partial', 'overdue'))`

const definition: ListDefinition = {
  from: 'loans l',
  key: 'l.id',
  joins: `join sites b on b.id = l.borrower_site_id left join sites g on g.id = l.lender_site_id
    left join lateral (select coalesce(sum(m.principal_minor), 0)::bigint as minor from loan_movements m where m.loan_id = l.id) o on true
    left join lateral (select r.rate from loan_rate_revisions r where r.loan_id = l.id and r.effective_on <= current_date order by r.from_on desc limit 1) v on true
    left join lateral (select ${NEXT} as day) n on true`,
  select: `l.id, l.number, coalesce(g.trade_name, g.legal_name::text, l.lender_name) as lender, coalesce(b.trade_name, b.legal_name::text) as borrower, l.kind, l.principal_minor, l.currency, o.minor as outstanding_minor,
    coalesce(v.rate, l.rate)::text as rate, l.rate_type, n.day as next_due_on, coalesce(n.day < current_date, false) as is_overdue, l.defaulted_on is not null as is_defaulted, l.maturity_on, l.status`,
  sorts: {
    number: { sql: 'l.id', type: 'bigint' },
    principal: { sql: 'l.principal_minor', type: 'bigint' },
    maturity: { sql: 'l.maturity_on', type: 'date' },
  },
  defaultSort: '-number',
}

type FoundLoan = {
  id: number
  number: string
  lender: string
  borrower: string
  kind: LoanKind
  principalMinor: number | null
  currency: string
  outstandingMinor: number
  rate: string
  rateType: 'fixed' | 'variable'
  nextDueOn: CalendarDate | null
  isOverdue: boolean
  isDefaulted: boolean
  maturityOn: CalendarDate | null
  status: LoanStatus
}

/** Préstamos. */
export const loansList: List<FoundLoan, LoanRow> = {
  name: 'prestamos',
  definition,
  toRow: loanRow,
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'lender', title: 'Prestamista', kind: 'name', second: 'kind', file: { width: 32 } },
    { key: 'borrower', title: 'Prestatario', kind: 'name', file: { width: 32 } },
    { key: 'kind', title: 'Tipo', kind: 'text', only: 'file', file: { width: 20 } },
    { key: 'principal', title: 'Principal/Límite', kind: 'money', sort: 'principal', card: 'hidden' },
    { key: 'outstanding', title: 'Pendiente', kind: 'money', card: 'figure' },
    { key: 'rate', title: 'Tipo interés', kind: 'reference' },
    { key: 'nextDueOn', title: 'Próxima cuota', kind: 'day' },
    { key: 'maturityOn', title: 'Vencimiento', kind: 'day', sort: 'maturity', card: 'hidden' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

function loanRow(found: FoundLoan): LoanRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  return {
    id: found.id,
    number: found.number,
    lender: found.lender,
    borrower: found.borrower,
    kind: LOAN_KINDS[found.kind],
    principal: found.principalMinor === null ? null : money(found.principalMinor),
    outstanding: money(found.outstandingMinor),
    rate: `${rateText(found.rate)}${found.rateType === 'variable' ? ' var.' : ''}`,
    nextDueOn: found.nextDueOn,
    isOverdue: found.isOverdue,
    isDefaulted: found.isDefaulted,
    maturityOn: found.maturityOn,
    status: { label: loanWorkflow.label(found.status), tone: loanWorkflow.tone(found.status) },
  }
}

/** What the search of the list looks through. */
export const LOAN_WORDS = `f_unaccent(lower(l.number || ' ' || coalesce(l.lender_name, '') || ' ' || coalesce((select x.legal_name::text || ' ' || coalesce(x.trade_name, '') from sites x where x.id = l.lender_site_id), '') || ' '
  || (select x.legal_name::text || ' ' || coalesce(x.trade_name, '') from sites x where x.id = l.borrower_site_id)))`

/** What the filters of the list ask beside columns. */
export const LOAN_FILTERS: Readonly<Record<string, string>> = {
  overdue: `l.status = 'active' and exists (select 1 from loan_installments i where i.loan_id = l.id and i.replaced_in is null and i.status in ('overdue', 'partial') and i.due_on < current_date)`,
  defaulted: 'l.defaulted_on is not null',
  banks: 'l.lender_site_id is null',
}

/** Those in which one of the companies `anySideIds` lends or borrows. */
export const OF_EITHER_SIDE =
  '(l.lender_site_id = any(:anySideIds::bigint[]) or l.borrower_site_id = any(:anySideIds::bigint[]))'
