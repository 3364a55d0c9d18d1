import { rows } from '#app/kernel/database/sql'
import { endOfAccount } from '#app/kernel/identifiers/account_number'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { COST_CONCEPTS, type CostConcept } from '#app/legal/legal_labels'
import { LEGAL_COST } from '#app/payments/kinds/legal_procedure/kind'
import { NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import { LIVE } from '#app/payments/orders/checks/live_orders'

/** A cost that is approved and still owed. */
export type LegalCostRow = {
  id: number
  procedure: { id: number; number: string }
  title: string
  site: string
  siteId: number
  phase: string
  payee: string
  concept: string
  description: string
  dueOn: CalendarDate
  isOverdue: boolean
  total: MoneyJson
  pending: MoneyJson
  iban: string | null
  invoice: { id: number; number: string } | null
  /** Why it cannot be paid now; null when it can. */
  hindrance: string | null
  actions: string[]
}

const ORDERED = (document: string, key: string) =>
  `coalesce((select sum(live.amount_minor) from payment_orders live where live.source_type = '${document}' and live.source_id = ${key} and live.status in ${LIVE}), 0)`

/**
 * What is owed of a cost and no live order takes; one with an invoice is owed what its invoice is. Only of what is ordered
 * do orders take anything: of the others they are not looked for.
 */
const PENDING = `(case when c.status = 'ordered' then greatest(c.total_minor - c.paid_minor - case when c.invoice_id is null then ${ORDERED(LEGAL_COST, 'c.id')} else ${ORDERED('invoice', 'c.invoice_id')} end, 0)
    else c.total_minor - c.paid_minor end)::bigint`

const definition: ListDefinition = {
  from: 'legal_procedure_costs c',
  key: 'c.id',
  filterJoins:
    'join legal_procedures p on p.id = c.procedure_id left join providers v on v.id = c.provider_id',
  joins: `join sites t on t.id = p.site_id join legal_procedure_phases h on h.id = c.procedure_phase_id left join invoices i on i.id = c.invoice_id
    left join lateral (select b.iban, b.account_number, b.verification, coalesce(b.payable_from <= now(), true) as payable from provider_banks b where b.provider_id = c.provider_id and b.disabled_at is null
       and b.verification in ('verified', 'unverified') and (b.site_id is null or b.site_id = p.site_id)
       order by (b.verification = 'verified') desc, (b.site_id = p.site_id) desc nulls last, b.is_default desc, b.id limit 1) b on true`,
  select: `c.id, p.id as procedure_id, p.number, p.title, t.code as site, p.site_id, h.name as phase, coalesce(v.legal_name, c.payee_name) as payee, c.concept, c.description, c.due_on,
    c.due_on < current_date as is_overdue, c.total_minor, ${PENDING} as pending_minor, coalesce(c.payee_iban, b.iban) as iban, b.account_number, b.verification, b.payable, v.status as provider_status,
    v.active as is_active, v.payment_method, c.provider_id, i.id as invoice_id, i.invoice_number, i.status as invoice_status,
    exists (select 1 from iban_listing(coalesce(c.payee_iban, b.iban)) l where l.severity = 'block') as is_listed`,
  sorts: {
    due_on: { sql: 'c.due_on', type: 'date' },
    total: { sql: 'c.total_minor', type: 'bigint' },
  },
  defaultSort: 'due_on',
  totals: { total: 'sum(c.total_minor)', pending: `sum(${PENDING})` },
}

/** What the list looks at, whatever else is filtered: approved, and something of it in no payment. */
export const OWED = `c.status in ('payable', 'ordered') and (c.status = 'payable' or ${PENDING} > 0)`

type Found = {
  id: number
  procedureId: number
  number: string
  title: string
  site: string
  siteId: number
  phase: string
  payee: string
  concept: CostConcept
  description: string
  dueOn: CalendarDate
  isOverdue: boolean
  totalMinor: number
  pendingMinor: number
  iban: string | null
  accountNumber: string | null
  verification: string | null
  payable: boolean | null
  providerStatus: string | null
  isActive: boolean | null
  paymentMethod: string | null
  providerId: number | null
  invoiceId: number | null
  invoiceNumber: string | null
  invoiceStatus: string | null
  isListed: boolean
}

/** Costs of legal procedures that are approved and still owed. */
export const legalCostsList: List<Found, LegalCostRow> = {
  name: 'costes-de-procedimientos',
  definition,
  toRow: costRow,
  columns: [
    {
      key: 'procedure',
      title: 'Procedimiento',
      kind: 'own',
      file: { value: ({ procedure }) => procedure.number },
    },
    { key: 'site', title: 'Empresa', kind: 'reference', isOptional: true },
    { key: 'payee', title: 'Beneficiario', kind: 'name', second: 'site' },
    { key: 'description', title: 'Coste', kind: 'text' },
    { key: 'concept', title: 'Concepto', kind: 'text', isOptional: true, card: 'hidden' },
    { key: 'phase', title: 'Fase', kind: 'text', isOptional: true, card: 'hidden' },
    { key: 'dueOn', title: 'Vencimiento', kind: 'day', sort: 'due_on' },
    { key: 'total', title: 'Total', kind: 'money', sort: 'total', isOptional: true, card: 'hidden' },
    { key: 'pending', title: 'Pendiente', kind: 'money', card: 'figure' },
    { key: 'iban', title: 'Cuenta destino', kind: 'account', card: 'hidden' },
    {
      key: 'notices',
      title: 'Avisos',
      kind: 'own',
      width: 180,
      file: { value: ({ hindrance }) => hindrance },
    },
  ],
}

const PROCESSED_MAX = 500

/** The same of one company, all of them, for the review before the pay buffer. */
export async function legalCostsToProcess(siteId: number, filter: Filter): Promise<LegalCostRow[]> {
  const where = [OWED, 'p.site_id = :siteId', ...filter.where].join(' and ')
  const found = await rows<Found>(
    `select ${definition.select} from legal_procedure_costs c ${definition.filterJoins} ${definition.joins} where ${where} order by c.due_on, c.id limit ${PROCESSED_MAX}`,
    { ...filter.bindings, siteId }
  )
  return found.map(costRow)
}

/** Companies with something to pay, with how much. */
export async function legalGroups(filter: Filter) {
  const where = [OWED, ...filter.where].join(' and ')
  return rows<{ siteId: number; site: string; costs: number; totalMinor: number }>(
    `select p.site_id, coalesce(nullif(t.trade_name, ''), t.legal_name::text) as site, count(*)::int as costs, sum(${PENDING})::bigint as total_minor
       from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id join sites t on t.id = p.site_id where ${where} group by 1, 2 order by 2`,
    filter.bindings
  )
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

function costRow(found: Found): LegalCostRow {
  const hindrance = hindranceOf(found)
  return {
    id: found.id,
    procedure: { id: found.procedureId, number: found.number },
    title: found.title,
    site: found.site,
    siteId: found.siteId,
    phase: found.phase,
    payee: found.payee,
    concept: COST_CONCEPTS[found.concept],
    description: found.description,
    dueOn: found.dueOn,
    isOverdue: found.isOverdue,
    total: euros(found.totalMinor),
    pending: euros(found.pendingMinor),
    iban: found.iban || found.accountNumber ? endOfAccount(found) : null,
    invoice: found.invoiceId === null ? null : { id: found.invoiceId, number: found.invoiceNumber ?? '' },
    hindrance,
    actions: hindrance === null ? ['order'] : [],
  }
}

function hindranceOf(found: Found): string | null {
  if (found.invoiceStatus === 'disputed') return 'Factura en disputa'
  if (found.invoiceStatus !== null && found.invoiceStatus !== 'booked') return 'Factura sin contabilizar'
  if (found.isListed) return 'Lista negra'
  if (found.providerId === null) return null
  if (found.providerStatus === 'draft') return 'Proveedor por validar'
  if (found.providerStatus !== 'active' || !found.isActive) return 'Proveedor bloqueado o inactivo'
  if (found.paymentMethod === 'direct_debit') return 'Domiciliada: la cobra el proveedor'
  if (found.verification === null) return 'Sin cuenta bancaria'
  if (found.verification !== 'verified') return 'Cuenta sin verificar'
  if (!found.payable) return 'Cuenta verificada hace poco: en espera'
  return found.iban === null ? NO_IBAN : null
}

/** SQL: the words of a cost `c`, its procedure and its payee that are searched. */
export const COST_WORDS = `(p.search_text || f_unaccent(lower(c.description || coalesce(v.legal_name, c.payee_name, ''))))`
