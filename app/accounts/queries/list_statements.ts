import { STATEMENT_SOURCES } from '#app/accounts/account_labels'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { labelOf } from '#app/kernel/text/labels'

export type StatementRow = {
  id: number
  createdAt: string
  source: string
  periodFrom: string | null
  periodTo: string | null
  opening: MoneyJson | null
  closing: MoneyJson | null
  linesImported: number
  linesRepeated: number
  file: string | null
  who: string | null
  status: Badge
  actions: string[]
}

const definition: ListDefinition = {
  from: 'bank_statements t',
  key: 't.id',
  joins: 'left join files f on f.id = t.file_id left join users u on u.id = t.created_by',
  select: `t.id, t.created_at, t.source, t.period_from, t.period_to, t.opening_minor, t.closing_minor, t.currency, t.lines_imported, t.lines_repeated, t.status,
    f.name as file, u.name as who`,
  sorts: {
    created_at: { sql: 't.created_at', type: 'timestamptz' },
    period_to: { sql: `coalesce(t.period_to, '-infinity')`, type: 'date' },
  },
  defaultSort: '-created_at',
}

const STATUSES = {
  balanced: { tone: 'green', label: 'Cuadrado' },
  unbalanced: { tone: 'amber', label: 'No cuadra' },
  unchecked: { tone: 'grey', label: 'Sin comprobar' },
} as const

type Found = Omit<
  StatementRow,
  | 'created_at'
  | 'period_from'
  | 'period_to'
  | 'opening'
  | 'closing'
  | 'lines_imported'
  | 'lines_repeated'
  | 'status'
  | 'actions'
> & {
  createdAt: Date
  periodFrom: string | null
  periodTo: string | null
  openingMinor: number | null
  closingMinor: number | null
  currency: string
  linesImported: number
  linesRepeated: number
  status: keyof typeof STATUSES
}

/** Imported statements; a filter names the account. */
export const statementsListFor = (canUndo: boolean): List<Found, StatementRow> => ({
  name: 'extractos',
  definition,
  toRow: (found) => statementRow(found, canUndo),
  columns: [
    { key: 'createdAt', title: 'Importado', kind: 'instant', sort: 'created_at' },
    { key: 'file', title: 'Fichero', kind: 'name' },
    { key: 'source', title: 'Formato', kind: 'text' },
    { key: 'periodFrom', title: 'Desde', kind: 'day' },
    { key: 'periodTo', title: 'Hasta', kind: 'day', sort: 'period_to' },
    { key: 'opening', title: 'Saldo inicial', kind: 'money' },
    { key: 'closing', title: 'Saldo final', kind: 'money', card: 'figure' },
    { key: 'linesImported', title: 'Importadas', kind: 'number' },
    { key: 'linesRepeated', title: 'Repetidas', kind: 'number' },
    { key: 'who', title: 'Por', kind: 'text', isOptional: true },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
})

function statementRow(found: Found, canUndo: boolean): StatementRow {
  const money = (minor: number | null) => (minor === null ? null : { minor, currency: found.currency })
  return {
    id: found.id,
    createdAt: found.createdAt.toISOString(),
    source: labelOf(STATEMENT_SOURCES, found.source),
    periodFrom: found.periodFrom,
    periodTo: found.periodTo,
    opening: money(found.openingMinor),
    closing: money(found.closingMinor),
    linesImported: found.linesImported,
    linesRepeated: found.linesRepeated,
    file: found.file,
    who: found.who,
    status: STATUSES[found.status],
    actions: canUndo ? ['undo'] : [],
  }
}
