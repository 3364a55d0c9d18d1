import type { Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import { formatIban } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { documentNumber } from '#app/ledger/document_kinds'
import { lastPayment } from '#app/ledger/document_payments'
import { COST_CONCEPTS, type CostConcept, type PhaseColour, type Term } from '#app/legal/legal_labels'
import { allowsAct } from '#app/legal/procedure_hindrances'
import { type CostStatus, costWorkflow } from '#app/legal/workflows/cost_workflow'
import { type PhaseStatus, phaseWorkflow } from '#app/legal/workflows/phase_workflow'
import type { ProcedureStatus } from '#app/legal/workflows/procedure_workflow'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

type FoundPhase = {
  id: number
  position: number
  name: string
  colour: PhaseColour
  status: PhaseStatus
  plannedStart: CalendarDate | null
  plannedEnd: CalendarDate | null
  actualStart: CalendarDate | null
  actualEnd: CalendarDate | null
  deadlineOn: CalendarDate | null
  isUrgent: boolean
  plannedCostMinor: number
  notes: string | null
  requiresFile: boolean
  requiresPayment: boolean
  files: number
  costs: number
}

/** The phases of a procedure in their order, with what may be done with each. */
export async function listPhasesOf(procedureId: number, status: ProcedureStatus, role: Role) {
  const found = await rows<FoundPhase>(
    `select h.id, h.position, h.name, f.colour, h.status, h.planned_start, h.planned_end, h.actual_start, h.actual_end, h.deadline_on,
        coalesce(h.status = 'active' and h.deadline_on <= current_date + 5, false) as is_urgent, h.planned_cost_minor, h.notes, f.requires_file, f.requires_payment,
        (select count(*)::int from legal_procedure_files x where x.procedure_phase_id = h.id) as files,
        (select count(*)::int from legal_procedure_costs x where x.procedure_phase_id = h.id and x.status <> 'cancelled') as costs
       from legal_procedure_phases h join phases f on f.id = h.phase_id where h.procedure_id = :procedureId order by h.position`,
    { procedureId }
  )
  return found.map((phase) => ({
    id: phase.id,
    position: phase.position,
    name: phase.name,
    colour: phase.colour,
    state: phase.status,
    status: { label: phaseWorkflow.label(phase.status), tone: phaseWorkflow.tone(phase.status) },
    plannedStart: phase.plannedStart,
    plannedEnd: phase.plannedEnd,
    actualStart: phase.actualStart,
    actualEnd: phase.actualEnd,
    deadlineOn: phase.deadlineOn,
    isUrgent: phase.isUrgent,
    plannedCost: euros(phase.plannedCostMinor),
    notes: phase.notes,
    requires:
      [phase.requiresFile && 'documento', phase.requiresPayment && 'pago'].filter(Boolean).join(' y ') ||
      null,
    files: phase.files,
    costs: phase.costs,
    actions: [
      ...(allowsAct('advance', status) ? phaseWorkflow.available(phase.status, role) : []),
      ...(allowsAct('add', status) ? ['edit'] : []),
    ] as string[],
  }))
}

type FoundCost = {
  id: number
  phaseId: number
  phase: string
  concept: CostConcept
  description: string
  providerId: number | null
  provider: string | null
  payeeName: string | null
  payeeIban: string | null
  baseMinor: number
  vatMinor: number
  withholdingMinor: number
  totalMinor: number
  paidMinor: number
  dueOn: CalendarDate
  depositTerm: Term | null
  expenseCode: string | null
  expenseName: string | null
  documentId: number | null
  documentName: string | null
  status: CostStatus
  isOverdue: boolean
  invoiceId: number | null
  invoiceNumber: string | null
  isApplied: boolean
  orderId: number | null
  orderNumber: string | null
}

/** The costs of a procedure by phase and due day, with their payment or invoice and what may be done with each. */
export async function listCosts(procedureId: number, status: ProcedureStatus, role: Role) {
  const found = await rows<FoundCost>(
    `select c.id, h.id as phase_id, h.name as phase, c.concept, c.description, c.provider_id, v.legal_name as provider, c.payee_name, c.payee_iban, c.base_minor, c.vat_minor, c.withholding_minor,
        c.total_minor, c.paid_minor, c.due_on, c.deposit_term, a.code as expense_code, a.name as expense_name, c.document_id, f.name as document_name, c.status,
        c.status = 'payable' and c.due_on < current_date as is_overdue, coalesce(c.invoice_id, c.applied_invoice_id) as invoice_id,
        ${documentNumber(`'invoice'`, 'coalesce(c.invoice_id, c.applied_invoice_id)')} as invoice_number, c.applied_invoice_id is not null as is_applied, o.id as order_id, o.number as order_number
       from legal_procedure_costs c join legal_procedure_phases h on h.id = c.procedure_phase_id left join providers v on v.id = c.provider_id
       left join ledger_accounts a on a.id = c.expense_account_id left join legal_procedure_files d on d.id = c.document_id left join files f on f.id = d.file_id
       left join lateral (${lastPayment.one()([
         { type: 'legal_cost', id: 'c.id' },
         { type: 'invoice', id: 'c.invoice_id' },
       ])}) o on true
      where c.procedure_id = :procedureId order by h.position, c.due_on, c.id`,
    { procedureId }
  )
  return found.map((cost) => ({
    id: cost.id,
    phaseId: cost.phaseId,
    phase: cost.phase,
    concept: COST_CONCEPTS[cost.concept],
    description: cost.description,
    payee: cost.provider ?? cost.payeeName ?? '–',
    base: euros(cost.baseMinor),
    vat: euros(cost.vatMinor),
    withholding: euros(cost.withholdingMinor),
    total: euros(cost.totalMinor),
    paid: euros(cost.paidMinor),
    dueOn: cost.dueOn,
    isOverdue: cost.isOverdue,
    document: cost.documentId === null ? null : { id: cost.documentId, name: cost.documentName ?? '' },
    invoice:
      cost.invoiceId === null
        ? null
        : { id: cost.invoiceId, number: cost.invoiceNumber ?? '', isApplied: cost.isApplied },
    order: cost.orderId === null ? null : { id: cost.orderId, number: cost.orderNumber ?? '' },
    state: cost.status,
    status: { label: costWorkflow.label(cost.status), tone: costWorkflow.tone(cost.status) },
    values: {
      concept: cost.concept,
      description: cost.description,
      provider:
        cost.providerId === null ? null : { value: String(cost.providerId), label: cost.provider ?? '' },
      payeeName: cost.payeeName ?? '',
      payeeIban: cost.payeeIban === null ? '' : formatIban(cost.payeeIban),
      dueOn: cost.dueOn,
      depositTerm: cost.depositTerm,
      expenseAccount:
        cost.expenseCode === null
          ? null
          : { value: cost.expenseCode, label: `${cost.expenseCode} ${cost.expenseName ?? ''}` },
      documentId: cost.documentId === null ? null : String(cost.documentId),
    },
    actions: costActions(cost, status, role),
  }))
}

function costActions(
  { status, invoiceId, paidMinor, isApplied }: FoundCost,
  procedure: ProcedureStatus,
  role: Role
): string[] {
  if (!allowsAct('add', procedure)) return []
  const available = costWorkflow.available(status, role).filter((transition) => {
    if (transition === 'undo_offset') return false
    if (transition === 'approve') return allowsAct('approveCost', procedure)
    if (transition === 'offset') return invoiceId === null
    return paidMinor === 0 && invoiceId === null
  })
  const actions: string[] = [...available]
  if (status === 'planned' && invoiceId === null) actions.push('edit')
  const isLinkable = status === 'planned' || (status === 'payable' && paidMinor === 0) || status === 'paid'
  if (isLinkable && invoiceId === null && !isApplied) actions.push('link')
  if (invoiceId !== null && !isApplied && paidMinor === 0 && (status === 'planned' || status === 'payable'))
    actions.push('unlink')
  return actions
}
