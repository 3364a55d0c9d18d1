import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
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
  entryNo: number
  year: string
  postedOn: string
  site: string
  journal: string
  description: string
  amount: MoneyJson
  user: string
  /** It was annulled, or it annuls another one. */
  reversal: 'annulled' | 'annuls' | null
}

const definition: ListDefinition = {
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

type FoundEntry = {
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

/** The entries of the diario. */
export const entriesListFor = (showsPayroll: boolean): List<FoundEntry, EntryRow> => ({
  name: 'asientos',
  definition,
  toRow: (found) => entryRow(found, showsPayroll),
  columns: [
    { key: 'entryNo', title: 'Asiento', kind: 'own', sort: 'entry_no', only: 'page' },
    { key: 'postedOn', title: 'Fecha', kind: 'day', sort: 'posted_on' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'journal', title: 'Diario', kind: 'text' },
    { key: 'description', title: 'Concepto', kind: 'name' },
    { key: 'amount', title: 'Importe', kind: 'money', card: 'figure' },
    { key: 'user', title: 'Usuario', kind: 'text', width: 140, card: 'hidden' },
  ],
})

function entryRow(found: FoundEntry, showsPayroll: boolean): EntryRow {
  return {
    id: found.id,
    entryNo: found.entryNo,
    year: found.year,
    postedOn: found.postedOn,
    site: found.site,
    journal: JOURNAL_LABELS[found.journal],
    description: found.isPayroll && !showsPayroll ? RESTRICTED_PAYROLL : found.description,
    amount: { minor: found.amount, currency: found.currency },
    user: found.user ?? 'Sistema',
    reversal: found.reversal,
  }
}

/** SQL: the entry `e` with the number `:entryNo`. */
export const HAS_NUMBER = 'e.entry_no = :entryNo'
