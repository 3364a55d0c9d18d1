import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { CostConcept, Term } from '#app/legal/legal_labels'
import type { CostStatus } from '#app/legal/workflows/cost_workflow'

/** A cost under its row lock, with whose it is; amounts in cents of EUR. */
export type LockedCost = {
  id: number
  procedureId: number
  procedureNumber: string
  siteId: number
  /** Of a confidential procedure: what others read of it says no more than that. */
  confidential: boolean
  phaseId: number
  concept: CostConcept
  description: string
  providerId: number | null
  providerName: string | null
  payeeName: string | null
  payeeIban: string | null
  baseMinor: number
  vatMinor: number
  withholdingMinor: number
  totalMinor: number
  paidMinor: number
  dueOn: CalendarDate
  depositTerm: Term | null
  expenseAccountId: number | null
  documentId: number | null
  invoiceId: number | null
  appliedInvoiceId: number | null
  appliedEntryId: number | null
  accrualEntryId: number | null
  status: CostStatus
  createdBy: number | null
  updatedBy: number | null
}

/** Locked first and read afterwards. Throws E_COST for one that is not there. */
export async function lockCost(costId: number, trx: Transaction): Promise<LockedCost> {
  await execute(`select 1 from legal_procedure_costs where id = :costId for update`, { costId }, trx)
  const found = await row<LockedCost>(
    `select c.id, c.procedure_id, p.number as procedure_number, p.site_id, p.confidential, c.procedure_phase_id as phase_id, c.concept, c.description, c.provider_id, v.legal_name as provider_name,
        c.payee_name, c.payee_iban, c.base_minor, c.vat_minor, c.withholding_minor, c.total_minor, c.paid_minor, c.due_on, c.deposit_term, c.expense_account_id, c.document_id,
        c.invoice_id, c.applied_invoice_id, c.applied_entry_id, c.accrual_entry_id, c.status, c.created_by, c.updated_by
       from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id left join providers v on v.id = c.provider_id where c.id = :costId`,
    { costId },
    trx
  )
  if (!found) throw new DomainError('E_COST', 'El coste ya no existe: recargue la página.')
  return found
}
