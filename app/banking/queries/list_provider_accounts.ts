import { shownIban } from '#app/accounts/queries/find_account'
import type { Viewer } from '#app/accounts/viewer'
import { PROVIDER_ACCOUNT_KINDS } from '#app/banking/banking_labels'
import { mismatchText, providerTitle } from '#app/banking/provider_title'
import { toldNumber } from '#app/banking/told_number'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { labelOf } from '#app/kernel/text/labels'
import type { Tone } from '#app/kernel/workflow'

export type ProviderAccountRow = {
  id: number
  connectorId: number
  provider: string
  /** «Qonto · Qonto Hotel Sol». */
  connection: string
  site: string
  name: string
  kind: string
  /** The IBAN, else the number or routing code that it has instead. */
  identifier: string | null
  currency: string
  balance: MoneyJson
  available: MoneyJson | null
  pending: MoneyJson | null
  /** Provider's balance minus opening and booked movements; null while they agree. */
  mismatch: MoneyJson | null
  syncedAt: string | null
  status: Badge
  /** The account of ours that it is. */
  bankAccountId: number | null
  bankAccount: string | null
  /** The account of ours that has its IBAN, until a person confirms it. */
  proposedId: number | null
  proposed: string | null
  /** «Descuadre de 12,40 € con Qonto»: what is shown above the list. */
  warning: string | null
}

type Found = {
  id: number
  connectorId: number
  provider: string
  label: string
  site: string
  name: string
  kind: string
  iban: string | null
  details: Record<string, string>
  currency: string
  balanceMinor: number
  availableMinor: number | null
  pendingMinor: number | null
  mismatchMinor: number | null
  syncedAt: Date | null
  closedAt: Date | null
  connectorStatus: string
  bankAccountId: number | null
  bankAccount: string | null
  proposedId: number | null
  proposed: string | null
}

/** The state that a row is filtered by: `closed`, else that of its connection, else whether it is one of ours. */
export const ACCOUNT_STATE = `case when a.closed_at is not null then 'closed' when c.status <> 'active' then c.status
  when a.bank_account_id is null then 'unlinked' when a.mismatch_minor is not null then 'mismatch' else 'active' end`

export const ACCOUNT_STATES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  active: { label: 'Conectada', tone: 'green' },
  unlinked: { label: 'Sin asociar', tone: 'amber' },
  mismatch: { label: 'Descuadrada', tone: 'red' },
  paused: { label: 'En pausa', tone: 'grey' },
  auth_required: { label: 'Requiere autorización', tone: 'red' },
  error: { label: 'Con error', tone: 'red' },
  disabled: { label: 'Desconectada', tone: 'grey' },
  closed: { label: 'Cerrada en el proveedor', tone: 'grey' },
}

/** What a search looks through. */
export const ACCOUNT_WORDS = `f_unaccent(lower(a.name || ' ' || coalesce(a.iban, '') || ' ' || c.label || ' ' || s.legal_name::text || ' ' || coalesce(s.trade_name, '')))`

const definition: ListDefinition = {
  from: 'provider_accounts a',
  key: 'a.id',
  filterJoins: 'join connectors c on c.id = a.connector_id join sites s on s.id = c.site_id',
  joins:
    'left join bank_accounts b on b.id = a.bank_account_id left join bank_accounts p on p.id = a.proposed_bank_account_id',
  select: `a.id, a.connector_id, c.provider, c.label, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, a.name, a.kind, a.iban, a.details,
    a.currency, a.balance_minor, a.available_minor, a.pending_minor, a.mismatch_minor, a.synced_at, a.closed_at,
    ${ACCOUNT_STATE} as connector_status, a.bank_account_id, b.name as bank_account,
    case when a.bank_account_id is null then a.proposed_bank_account_id end as proposed_id, p.name as proposed`,
  sorts: {
    site: {
      sql: `coalesce(nullif(s.trade_name, ''), s.legal_name::text) collate "es-x-icu"`,
      type: 'text',
    },
    name: { sql: 'a.name collate "es-x-icu"', type: 'text' },
    currency: { sql: 'a.currency', type: 'text' },
    balance: { sql: 'a.balance_minor', type: 'bigint' },
    synced_at: { sql: `coalesce(a.synced_at, '-infinity')`, type: 'timestamptz' },
  },
  defaultSort: 'site',
  currency: 'a.currency',
  totals: {
    balance: 'sum(a.balance_minor)',
    available: 'sum(a.available_minor)',
    pending: 'sum(a.pending_minor)',
    /** What is free of all of it: where a bank tells no more than a balance, that. */
    free: 'sum(coalesce(a.available_minor, a.balance_minor))',
  },
  sparseTotals: ['available', 'pending'],
}

/** Accounts at providers with their totals by currency; a filter names providers and companies (`c.provider`, `c.site_id`). */
export const providerAccountsListFor = (viewer: Viewer): List<Found, ProviderAccountRow> => ({
  name: 'cuentas-conectadas',
  definition,
  toRow: (found) => toRow(found, viewer),
  columns: [
    { key: 'name', title: 'Cuenta', kind: 'name', sort: 'name', second: 'connection' },
    { key: 'site', title: 'Empresa', kind: 'text', sort: 'site' },
    { key: 'identifier', title: 'IBAN/Identificador', kind: 'account', file: { width: 32 } },
    {
      key: 'currency',
      title: 'Divisa',
      kind: 'reference',
      sort: 'currency',
      isOptional: true,
      card: 'hidden',
    },
    { key: 'balance', title: 'Saldo', kind: 'money', sort: 'balance', card: 'figure' },
    { key: 'available', title: 'Disponible', kind: 'money' },
    { key: 'pending', title: 'Pendiente', kind: 'money' },
    { key: 'bankAccount', title: 'Cuenta principal', kind: 'text', isOptional: true, card: 'hidden' },
    { key: 'syncedAt', title: 'Última sincronización', kind: 'instant', sort: 'synced_at' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
})

function toRow(
  { label, provider, iban, details, kind, connectorStatus, ...found }: Found,
  viewer: Viewer
): ProviderAccountRow {
  const { currency, balanceMinor, availableMinor, pendingMinor, mismatchMinor } = found
  const money = (minor: number | null): MoneyJson | null => (minor === null ? null : { minor, currency })
  const title = providerTitle(provider)
  const mismatch = money(mismatchMinor)
  return {
    id: found.id,
    connectorId: found.connectorId,
    provider,
    connection: `${title} · ${label}`,
    site: found.site,
    name: found.name,
    kind: labelOf(PROVIDER_ACCOUNT_KINDS, kind),
    identifier: shownIban(iban, viewer) ?? toldNumber(details),
    currency,
    balance: { minor: balanceMinor, currency },
    available: money(availableMinor),
    pending: money(pendingMinor),
    mismatch,
    syncedAt: found.syncedAt?.toISOString() ?? null,
    status: ACCOUNT_STATES[connectorStatus] ?? { label: connectorStatus, tone: 'grey' },
    bankAccountId: found.bankAccountId,
    bankAccount: found.bankAccount,
    proposedId: found.proposedId,
    proposed: found.proposedId === null ? null : found.proposed,
    warning: mismatch ? mismatchText(mismatch, title) : null,
  }
}
