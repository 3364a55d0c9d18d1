import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

/** A punteo: which lines of an account were bound together, by whom and how. */
export type LetteringRow = {
  id: number
  code: string
  at: string
  site: string
  accountId: number
  account: string
  lines: number
  amount: MoneyJson
  user: string
  byHand: boolean
  origin: string
  extent: Badge
  actions: string[]
}

const definition: ListDefinition = {
  from: 'reconciliations c',
  key: 'c.id',
  joins: `join sites s on s.id = c.site_id join ledger_accounts a on a.id = c.account_id left join users u on u.id = c.created_by
    join lateral (select count(*)::int as lines, coalesce(sum(r.amount_minor) filter (where r.amount_minor > 0), 0)::bigint as amount
      from reconciliation_lines r where r.reconciliation_id = c.id) t on true`,
  select: `c.id, c.code, c.created_at, s.code as site, a.id as account_id, a.code || ' ' || a.name as account, t.lines, t.amount, a.currency, u.name as "user", c.by_hand, c.status`,
  sorts: { at: { sql: 'c.created_at', type: 'timestamptz' } },
  defaultSort: '-at',
}

type Found = {
  id: number
  code: string
  createdAt: Date
  site: string
  accountId: number
  account: string
  lines: number
  amount: number
  currency: MoneyJson['currency']
  user: string | null
  byHand: boolean
  status: 'partial' | 'full'
}

/** Letterings, the newest first. */
export const letteringsListFor = (canUndo: boolean): List<Found, LetteringRow> => ({
  name: 'punteos',
  definition,
  toRow: (found) => letteringRow(found, canUndo),
  columns: [
    { key: 'code', title: 'Punteo', kind: 'reference' },
    { key: 'at', title: 'Cuándo', kind: 'instant', sort: 'at' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'account', title: 'Cuenta', kind: 'name' },
    { key: 'lines', title: 'Apuntes', kind: 'number' },
    { key: 'user', title: 'Quién', kind: 'text', width: 140 },
    { key: 'origin', title: 'Origen', kind: 'text' },
    { key: 'extent', title: 'Alcance', kind: 'badge' },
    { key: 'amount', title: 'Importe', kind: 'money', card: 'figure' },
  ],
})

function letteringRow(found: Found, canUndo: boolean): LetteringRow {
  return {
    id: found.id,
    code: found.code,
    at: found.createdAt.toISOString(),
    site: found.site,
    accountId: found.accountId,
    account: found.account,
    lines: found.lines,
    amount: { minor: found.amount, currency: found.currency },
    user: found.user ?? 'Sistema',
    byHand: found.byHand,
    origin: found.byHand ? 'Manual' : 'Automático',
    extent:
      found.status === 'full' ? { tone: 'green', label: 'Completo' } : { tone: 'amber', label: 'Parcial' },
    actions: found.byHand && canUndo ? ['undo'] : [],
  }
}

/** SQL: a lettering `c` whose letters hold `:code`. */
export const HAS_LETTERS = 'c.code ilike :code'
