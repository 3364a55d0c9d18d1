import { BANK_VERIFICATION, type BankVerification } from '#app/accounts/bank_verification'
import { rows, steadyRows } from '#app/kernel/database/sql'
import { endOfAccount } from '#app/kernel/identifiers/account_number'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import {
  recurringPayments,
  supplierContracts,
  supplierInvoices,
  supplierProfiles,
} from '#app/providers/ports'
import { providerWorkflow } from '#app/providers/workflows/provider_workflow'

export type ProviderRow = {
  id: number
  code: string
  name: string
  tradeName: string | null
  taxId: string | null
  category: string | null
  profile: string | null
  bank: (Badge & { iban: string }) | null
  pending: { minor: number; currency: string }
  invoiced12m: { minor: number; currency: string }
  lastInvoiceOn: string | null
  /** Contracts in force and recurrent payments: what goes on when it is deactivated. */
  agreed: { contracts: number; recurrents: number }
  active: boolean
  status: Badge
  actions: string[]
}

const definitionFor = (scope: number[] | 'all'): ListDefinition => ({
  bindings: { figuresOfAll: scope === 'all', figuresOf: scope === 'all' ? [] : scope },
  from: 'providers p',
  key: 'p.id',
  joins: `left join categories c on c.id = p.default_category_id
    left join lateral (select b.iban, b.account_number, b.verification from provider_banks b where b.provider_id = p.id and b.disabled_at is null order by b.is_default desc, b.id limit 1) b on true
    left join lateral (${supplierInvoices.one().figures('p.id', (site) => `(:figuresOfAll or ${site} = any(:figuresOf::bigint[]))`)}) i on true
    left join lateral (select (select count(*)::int from (${supplierContracts.one().inForce('p.id')}) k) as contracts,
        (select count(*)::int from (${recurringPayments.one()('p.id')}) r) as recurrents) g on true`,
  select: `p.id, p.code, p.legal_name as name, p.trade_name, p.tax_id::text, p.active, p.status, c.name::text as category, (${supplierProfiles.one().name('p.default_profile_id')}) as profile, b.iban, b.account_number, b.verification, i.pending, i.invoiced, i.last_on, g.contracts, g.recurrents`,
  sorts: {
    name: { sql: 'p.legal_name collate "es-x-icu"', type: 'text' },
    code: { sql: 'p.id', type: 'bigint' },
  },
  defaultSort: 'name',
})

export const PROVIDER_TABS: Record<string, string> = {
  active: `p.active and p.status = 'active'`,
  inactive: `not p.active and p.status = 'active'`,
  draft: `p.status = 'draft'`,
  blocked: `p.status = 'blocked'`,
}

type Found = {
  id: number
  code: string
  name: string
  tradeName: string | null
  taxId: string | null
  active: boolean
  status: keyof typeof providerWorkflow.states
  category: string | null
  profile: string | null
  iban: string | null
  accountNumber: string | null
  verification: BankVerification | null
  pending: number
  invoiced: number
  lastOn: string | null
  contracts: number
  recurrents: number
}

/** Suppliers as a reader sees them: what the list says of invoices is of the reader's companies only. */
export const providersListFor = (scope: number[] | 'all', role: string): List<Found, ProviderRow> => ({
  name: 'proveedores',
  definition: definitionFor(scope),
  toRow: (found) => providerRow(found, role),
  columns: [
    { key: 'code', title: 'Código', kind: 'reference', only: 'file' },
    {
      key: 'name',
      title: 'Proveedor',
      kind: 'name',
      sort: 'name',
      second: 'tradeName',
      file: { width: 40 },
    },
    { key: 'code', title: 'Código', kind: 'reference', sort: 'code', card: 'hidden', only: 'page' },
    { key: 'taxId', title: 'NIF', kind: 'reference' },
    { key: 'category', title: 'Categoría', kind: 'text', width: 180 },
    { key: 'profile', title: 'Perfil', kind: 'text', width: 160, isOptional: true },
    { key: 'bank', title: 'Banco', kind: 'own', file: { value: (row) => row.bank?.label ?? null } },
    { key: 'pending', title: 'Pendiente de pago', kind: 'money', card: 'figure' },
    { key: 'invoiced12m', title: 'Facturado 12 m', kind: 'money', card: 'hidden' },
    { key: 'lastInvoiceOn', title: 'Última factura', kind: 'day', card: 'hidden' },
    { key: 'active', title: 'Activo', kind: 'own', file: { value: (row) => (row.active ? 'Sí' : 'No') } },
    { key: 'status', title: 'Estado', kind: 'badge', isOptional: true },
  ],
})

function providerRow(found: Found, role: string): ProviderRow {
  return {
    id: found.id,
    code: found.code,
    name: found.name,
    tradeName: found.tradeName,
    taxId: found.taxId,
    category: found.category,
    profile: found.profile,
    bank: found.verification ? { iban: endOfAccount(found), ...BANK_VERIFICATION[found.verification] } : null,
    pending: { minor: found.pending, currency: 'EUR' },
    invoiced12m: { minor: found.invoiced, currency: 'EUR' },
    lastInvoiceOn: found.lastOn,
    agreed: { contracts: found.contracts, recurrents: found.recurrents },
    active: found.active,
    status: { label: providerWorkflow.label(found.status), tone: providerWorkflow.tone(found.status) },
    actions: providerWorkflow.available(found.status, role),
  }
}

export async function countProviderTabs(): Promise<Record<string, number>> {
  const parts = Object.entries(PROVIDER_TABS).map(
    ([tab, condition]) =>
      `select '${tab}' as tab, count(*)::int as n from (select 1 from providers p where ${condition} limit 9999) t`
  )
  const found = await steadyRows<{ tab: string; n: number }>(parts.join(' union all '))
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}

/** Suppliers for a picker: by tax id, or by name with the nearest first. */
export function findProviderOptions(
  text: string
): Promise<{ value: string; label: string; hint: string | null }[]> {
  const isCode = /^[A-Z]?\d{3,}/i.test(text)
  return rows(
    isCode
      ? `select id::text as value, legal_name as label, tax_id::text as hint from providers where (tax_id::text ilike :like or code ilike :like) and status <> 'merged' and active order by legal_name limit 20`
      : `select id::text as value, legal_name as label, tax_id::text as hint from providers where status <> 'merged' and active
          and (:wanted = '' or name_norm like '%' || normalized_name(:wanted) || '%' or similarity(name_norm, normalized_name(:wanted)) > 0.3)
         order by (name_norm like normalized_name(:wanted) || '%') desc, name_norm <-> normalized_name(:wanted) limit 20`,
    { wanted: text, like: `${text}%` }
  )
}

/** The supplier that somebody has chosen already, whatever its state, as the picker shows it. */
export function providerOption(id: number): Promise<{ value: string; label: string; hint: string | null }[]> {
  if (!Number.isSafeInteger(id) || id <= 0) return Promise.resolve([])
  return rows(
    `select id::text as value, legal_name as label, tax_id::text as hint from providers where id = :id`,
    { id }
  )
}
