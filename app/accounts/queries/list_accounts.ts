import { ACCOUNT_KINDS, ACCOUNT_PROVIDERS } from '#app/accounts/account_labels'
import { allowsAccount, viewerBindings } from '#app/accounts/queries/account_scope'
import { shownIban } from '#app/accounts/queries/find_account'
import { canDraftBooks, seesBalances, type Viewer } from '#app/accounts/viewer'
import { type BankAccountStatus, bankAccountWorkflow } from '#app/accounts/workflows/bank_account_workflow'
import type { Badge, ListColumn } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { labelOf } from '#app/kernel/text/labels'

/** A row of the list; user administration gets no figure and no IBAN (area 01 §6). */
export type AccountRow = {
  id: number
  name: string
  site: string
  kind: string
  status: Badge
  provider: string | null
  iban: string | null
  currency: string | null
  balance: MoneyJson | null
  reported: MoneyJson | null
  difference: MoneyJson | null
  inTransit: MoneyJson | null
  available: MoneyJson | null
  reportedAt: string | null
  pendingCount: number | null
  color: string | null
  actions: string[]
}

const nameOnly: ListDefinition = {
  from: 'bank_accounts b',
  key: 'b.id',
  filterJoins: 'join sites s on s.id = b.site_id',
  select: `b.id, b.name, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, b.kind, b.status`,
  sorts: {
    name: { sql: 'b.name collate "es-x-icu"', type: 'text' },
    // The accounts of a company in the order that was given to them.
    site: {
      sql: `(coalesce(nullif(s.trade_name, ''), s.legal_name::text) || '  ' || lpad(b.sort::text, 4, '0') || ' ' || b.name) collate "es-x-icu"`,
      type: 'text',
    },
    kind: { sql: 'b.kind', type: 'text' },
    status: { sql: 'b.status', type: 'text' },
  },
  defaultSort: 'site',
}

/** What of an account is in transit, in its minor units. */
export const transitMinor = `coalesce((select sum(tb.balance_minor)::bigint from ledger_accounts ta join account_balances tb on tb.account_id = ta.id
  where ta.site_id = b.site_id and ta.subledger = 'bank' and ta.subledger_id = b.id
    and ta.code like (select account_code from ledger_account_roles r where r.role = 'payments_in_transit' and (r.site_id = b.site_id or r.site_id is null)
      order by r.site_id nulls last limit 1) || '%'), 0)`

/** Movements of an account that wait to be reconciled. */
export const pendingCount = `(select count(*)::int from bank_statement_lines l where l.bank_account_id = b.id and l.status in ('pending', 'suggested', 'partially_matched'))`

const accountsList: ListDefinition = {
  ...nameOnly,
  filterJoins: 'join sites s on s.id = b.site_id join bank_account_positions p on p.bank_account_id = b.id',
  select: `${nameOnly.select}, b.provider_code, b.iban, b.currency, b.reported_balance_minor, b.reported_at, p.balance_minor, p.available_minor,
    ${transitMinor} as in_transit_minor, ${pendingCount} as pending_count, b.color, ${allowsAccount('reconcile', 'b.id')} as can_reconcile`,
  sorts: {
    ...nameOnly.sorts,
    currency: { sql: 'b.currency', type: 'text' },
    provider: { sql: 'b.provider_code', type: 'text' },
    balance: { sql: 'p.balance_minor', type: 'bigint' },
    available: { sql: 'p.available_minor', type: 'bigint' },
    reported_at: { sql: `coalesce(b.reported_at, '-infinity')`, type: 'timestamptz' },
  },
}

export type FoundAccount = {
  id: number
  name: string
  site: string
  kind: string
  status: BankAccountStatus
  providerCode?: string
  iban?: string | null
  currency?: string
  reportedBalanceMinor?: number | null
  reportedAt?: Date | null
  balanceMinor?: number
  availableMinor?: number
  inTransitMinor?: number
  pendingCount?: number
  color?: string | null
  canReconcile?: boolean
}

/** What everybody reads, user administration too. */
const nameColumns: ListColumn<AccountRow>[] = [
  { key: 'name', title: 'Cuenta', kind: 'name', sort: 'name', second: 'site', file: { width: 30 } },
  {
    key: 'site',
    title: 'Empresa',
    kind: 'text',
    sort: 'site',
    isOptional: true,
    card: 'hidden',
    file: { width: 30 },
  },
  { key: 'kind', title: 'Tipo', kind: 'text', sort: 'kind' },
]
const status = { key: 'status', title: 'Estado', kind: 'badge', sort: 'status' } as const

/** What others say already (the currency, the bank's balance, what is in transit) and the bank are shown to who asks. */
const figureColumns: ListColumn<AccountRow>[] = [
  { key: 'provider', title: 'Entidad', kind: 'text', sort: 'provider', isOptional: true, card: 'hidden' },
  { key: 'iban', title: 'IBAN', kind: 'account', file: { width: 32 } },
  { key: 'currency', title: 'Divisa', kind: 'reference', sort: 'currency', isOptional: true, card: 'hidden' },
  { key: 'balance', title: 'Saldo contable', kind: 'money', sort: 'balance', card: 'figure' },
  { key: 'reported', title: 'Saldo banco', kind: 'money', isOptional: true, card: 'hidden' },
  { key: 'difference', title: 'Diferencia', kind: 'money' },
  { key: 'inTransit', title: 'En tránsito', kind: 'money', isOptional: true, card: 'hidden' },
  { key: 'available', title: 'Disponible', kind: 'money', sort: 'available' },
  { key: 'reportedAt', title: 'Última actualización', kind: 'instant', sort: 'reported_at' },
  { key: 'pendingCount', title: 'Pendientes de conciliar', kind: 'number' },
]

/** Main accounts as this person may see, sort and search them. */
export const accountsListFor = (viewer: Viewer): List<FoundAccount, AccountRow> => {
  const list = { name: 'cuentas', toRow: (found: FoundAccount) => accountRow(found, viewer) }
  if (!seesBalances(viewer)) return { ...list, definition: nameOnly, columns: [...nameColumns, status] }
  return {
    ...list,
    definition: { ...accountsList, bindings: viewerBindings(viewer) },
    columns: [...nameColumns, { ...status, only: 'file' }, ...figureColumns, { ...status, only: 'page' }],
  }
}

/** A found account as this person may see it. */
export function accountRow(found: FoundAccount, viewer: Viewer): AccountRow {
  const { currency, balanceMinor, reportedBalanceMinor } = found
  const money = (minor: number | null | undefined): MoneyJson | null =>
    currency === undefined || minor === null || minor === undefined ? null : { minor, currency }
  const hasBoth = typeof reportedBalanceMinor === 'number' && balanceMinor !== undefined
  return {
    id: found.id,
    name: found.name,
    site: found.site,
    kind: labelOf(ACCOUNT_KINDS, found.kind),
    status: { tone: bankAccountWorkflow.tone(found.status), label: bankAccountWorkflow.label(found.status) },
    provider: found.providerCode === undefined ? null : labelOf(ACCOUNT_PROVIDERS, found.providerCode),
    iban: shownIban(found.iban ?? null, viewer),
    currency: currency ?? null,
    balance: money(balanceMinor),
    reported: money(reportedBalanceMinor),
    difference: money(hasBoth ? reportedBalanceMinor - balanceMinor : null),
    inTransit: money(found.inTransitMinor),
    available: money(found.availableMinor),
    reportedAt: found.reportedAt?.toISOString() ?? null,
    pendingCount: found.pendingCount ?? null,
    color: found.color ?? null,
    actions: actionsOf(found, viewer),
  }
}

function actionsOf(found: FoundAccount, viewer: Viewer): string[] {
  if (!seesBalances(viewer)) return []
  const imports = canDraftBooks(viewer) && found.canReconcile === true && found.status !== 'closed'
  return ['open', 'reconcile', ...(imports ? ['import'] : [])]
}
