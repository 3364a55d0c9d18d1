import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'

/** A punteo: which lines of an account were bound together, by whom and how. */
export type LetteringRow = {
  id: number
  code: string
  at: string
  site: string
  account_id: number
  account: string
  lines: number
  amount: MoneyJson
  user: string | null
  by_hand: boolean
  whole: boolean
  actions: string[]
}

export const letteringsList: ListDefinition = {
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

type Asked = { request: ListRequest; filter: Filter; mayUndo: 'undo' | 'read' }

/** Letterings that a filter leaves, the newest first. */
export async function listLetterings({ request, filter, mayUndo }: Asked): Promise<ListOf<LetteringRow>> {
  const page = await listPage<Found>(letteringsList, request, filter)
  return {
    ...page,
    rows: page.rows.map((found) => ({
      id: found.id,
      code: found.code,
      at: found.createdAt.toISOString(),
      site: found.site,
      account_id: found.accountId,
      account: found.account,
      lines: found.lines,
      amount: { minor: found.amount, currency: found.currency },
      user: found.user,
      by_hand: found.byHand,
      whole: found.status === 'full',
      actions: found.byHand && mayUndo === 'undo' ? ['undo'] : [],
    })),
  }
}
