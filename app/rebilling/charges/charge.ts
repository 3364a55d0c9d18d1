import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Settlement, SourceType, Treatment } from '#app/rebilling/rebilling_labels'
import type { RebillingStatus } from '#app/rebilling/workflows/rebilling_workflow'

/** What of a cost a charge is made of. */
export type ChargeCost = {
  id: number
  sourceType: SourceType
  sourceId: number | null
  amountMinor: number
  accountCode: string
  categoryId: number | null
  concept: string
}

/** A charge under its row lock, with its costs; amounts in cents. */
export type Charge = {
  id: number
  number: string
  splitId: string
  settingId: number | null
  originSiteId: number
  originName: string
  originIsActive: boolean
  targetSiteId: number
  targetName: string
  targetIsActive: boolean
  periodFrom: CalendarDate
  periodTo: CalendarDate
  concept: string
  baseMinor: number
  markupMinor: number
  vatMinor: number
  totalMinor: number
  markupBasisPoints: number
  treatment: Treatment
  vatCodeId: number | null
  vatBasisPoints: number
  incomeAccount: string | null
  expenseAccount: string | null
  settlement: Settlement
  status: RebillingStatus
  issuedOn: CalendarDate | null
  dueOn: CalendarDate | null
  invoiceNumber: string | null
  issuedInvoiceId: number | null
  targetInvoiceId: number | null
  groupKey: string | null
  settledMinor: number
  reversesId: number | null
  correctsId: number | null
  isChain: boolean
  /** How many people of the other company had to approve it; null until it was approved. */
  requiredTarget: number | null
  createdBy: number | null
  lockVersion: number
  costs: ChargeCost[]
}

const SELECT = `select t.id, t.number, t.split_id, t.setting_id, t.origin_site_id, o.legal_name::text as origin_name, o.status = 'active' as origin_is_active, t.target_site_id,
    g.legal_name::text as target_name, g.status = 'active' as target_is_active, t.period_from, t.period_to, t.concept, t.base_minor, t.markup_minor, t.vat_minor, t.total_minor,
    t.markup_basis_points, t.treatment, t.vat_code_id, coalesce(case when v.kind in ('iva', 'igic', 'ipsi') then v.rate_basis_points end, 0) as vat_basis_points, t.income_account,
    t.expense_account, t.settlement, t.status, t.issued_on, t.due_on, t.invoice_number, t.issued_invoice_id, t.target_invoice_id, t.group_key, t.settled_minor, t.reverses_id,
    t.corrects_id, t.is_chain, t.required_target, t.created_by, t.lock_version,
    (select jsonb_agg(jsonb_build_object('id', x.id, 'sourceType', x.source_type, 'sourceId', x.source_id, 'amountMinor', x.amount_minor, 'accountCode', x.account_code,
        'categoryId', x.category_id, 'concept', x.concept) order by x.id) from rebilling_sources x where x.transaction_id = t.id) as costs
  from rebilling_transactions t join sites o on o.id = t.origin_site_id join sites g on g.id = t.target_site_id left join tax_codes v on v.id = t.vat_code_id`

/** Locked first and read afterwards. Throws E_CHARGE for one that is not there. */
export async function lockCharge(chargeId: number, trx: Transaction): Promise<Charge> {
  await rows(`select 1 from rebilling_transactions where id = :chargeId for update`, { chargeId }, trx)
  const found = await row<Charge>(`${SELECT} where t.id = :chargeId`, { chargeId }, trx)
  if (!found) throw new DomainError('E_CHARGE', 'La refacturación ya no existe: recargue la página.')
  return found
}

/** Those of these keys that there are, in their order; their locks are the caller's. */
export function chargesByKey(ids: readonly number[], trx: Transaction): Promise<Charge[]> {
  return rows<Charge>(`${SELECT} where t.id = any(:ids::bigint[]) order by t.id`, { ids: [...ids] }, trx)
}

/** Charges that came of one sum, locked in the order of their keys. */
export async function lockSplit(splitId: string, trx: Transaction): Promise<Charge[]> {
  await rows(
    `select 1 from rebilling_transactions where split_id = :splitId::uuid order by id for update`,
    { splitId },
    trx
  )
  return rows<Charge>(`${SELECT} where t.split_id = :splitId::uuid order by t.id`, { splitId }, trx)
}
