import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import type { Journal } from '#app/ledger/journal_draft'

export const JOURNAL_LABELS: Record<Journal, string> = {
  compras: 'Compras',
  ventas: 'Ventas',
  banco: 'Banco',
  nomina: 'Nómina',
  impuestos: 'Impuestos',
  prestamos: 'Préstamos',
  diversos: 'Diversos',
  apertura: 'Apertura',
  cierre: 'Cierre',
  regularizacion: 'Regularización',
}

/** An entry of the diario; its amount is the sum of its debe. */
export type EntryRow = {
  id: number
  entry_no: number
  year: string
  posted_on: string
  site: string
  journal: string
  description: string
  amount: MoneyJson
  user: string | null
  /** It was annulled, or it annuls another one. */
  reversal: 'annulled' | 'annuls' | null
}

export const entriesList: ListDefinition = {
  from: 'journal_entries e',
  key: 'e.id',
  joins: `join sites s on s.id = e.site_id join fiscal_years y on y.id = e.fiscal_year_id left join users u on u.id = e.created_by
    left join journal_entries r on r.reverses_id = e.id
    join lateral (select coalesce(sum(l.base_minor) filter (where l.base_minor > 0), 0)::bigint as amount from journal_lines l where l.entry_id = e.id) t on true`,
  select: `e.id, e.entry_no, y.code as year, e.posted_on, s.code as site, s.base_currency as currency, e.journal, e.description, t.amount,
    u.name as "user", ${IS_PAYROLL_ENTRY} as is_payroll, case when r.id is not null then 'annulled' when e.reverses_id is not null then 'annuls' end as reversal`,
  sorts: {
    posted_on: { sql: 'e.posted_on', type: 'date' },
    entry_no: { sql: 'e.entry_no', type: 'bigint' },
  },
  defaultSort: '-posted_on',
}

export type FoundEntry = {
  id: number
  entryNo: number
  year: string
  postedOn: string
  site: string
  currency: MoneyJson['currency']
  journal: Journal
  description: string
  amount: number
  user: string | null
  reversal: EntryRow['reversal']
  isPayroll: boolean
}

export async function listEntries(
  request: ListRequest,
  filter: Filter,
  showsPayroll: boolean
): Promise<ListOf<EntryRow>> {
  const page = await listPage<FoundEntry>(entriesList, request, filter)
  return { ...page, rows: page.rows.map((found) => entryRow(found, showsPayroll)) }
}

export function entryRow(found: FoundEntry, showsPayroll: boolean): EntryRow {
  return {
    id: found.id,
    entry_no: found.entryNo,
    year: found.year,
    posted_on: found.postedOn,
    site: found.site,
    journal: JOURNAL_LABELS[found.journal],
    description: found.isPayroll && !showsPayroll ? RESTRICTED_PAYROLL : found.description,
    amount: { minor: found.amount, currency: found.currency },
    user: found.user,
    reversal: found.reversal,
  }
}
