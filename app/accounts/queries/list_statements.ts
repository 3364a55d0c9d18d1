import { STATEMENT_SOURCES } from '#app/accounts/account_labels'
import { labelOf } from '#app/kernel/labels'
import { type ListDefinition, type ListOf, type ListRequest, listPage } from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'

export type StatementRow = {
  id: number
  created_at: string
  source: string
  period_from: string | null
  period_to: string | null
  opening: MoneyJson | null
  closing: MoneyJson | null
  lines_imported: number
  lines_repeated: number
  file: string | null
  who: string | null
  status: { tone: string; label: string }
  actions: string[]
}

export const statementsList: ListDefinition = {
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
  status: 'balanced' | 'unbalanced'
}

/** Statements of an account, the latest import first. */
export async function listStatements(
  bankAccountId: number,
  request: ListRequest,
  canUndo: 'undo' | 'read'
): Promise<ListOf<StatementRow>> {
  const page = await listPage<Found>(statementsList, request, {
    where: ['t.bank_account_id = :bankAccountId'],
    bindings: { bankAccountId },
  })
  return { ...page, rows: page.rows.map((found) => statementRow(found, canUndo)) }
}

function statementRow(found: Found, canUndo: 'undo' | 'read'): StatementRow {
  const money = (minor: number | null) => (minor === null ? null : { minor, currency: found.currency })
  return {
    id: found.id,
    created_at: found.createdAt.toISOString(),
    source: labelOf(STATEMENT_SOURCES, found.source),
    period_from: found.periodFrom,
    period_to: found.periodTo,
    opening: money(found.openingMinor),
    closing: money(found.closingMinor),
    lines_imported: found.linesImported,
    lines_repeated: found.linesRepeated,
    file: found.file,
    who: found.who,
    status:
      found.status === 'balanced'
        ? { tone: 'green', label: 'Cuadrado' }
        : { tone: 'amber', label: 'No cuadra' },
    actions: canUndo === 'undo' ? ['undo'] : [],
  }
}
