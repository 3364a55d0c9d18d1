import { type Actor, changedFields } from '#app/audit/record_event'
import { blockedText, checkIban } from '#app/blacklist/check_iban'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { lockCost } from '#app/legal/actions/lock_cost'
import {
  type LockedProcedure,
  lockProcedure,
  record,
  refuseEnded,
  refuseProvider,
} from '#app/legal/actions/lock_procedure'
import type { CostConcept, Term } from '#app/legal/legal_labels'
import { chargeAccount } from '#app/legal/queries/charge_account'

/** A cost as people write it; cents of EUR. Either a supplier, or a name with an IBAN. */
export type CostInput = {
  concept: CostConcept
  description: string
  providerId: number | null
  payeeName: string | null
  payeeIban: string | null
  baseMinor: number
  vatMinor: number
  withholdingMinor: number
  dueOn: CalendarDate
  depositTerm: Term | null
  /** Number of an account of group 6, for what no invoice will come for. */
  expenseCode: string | null
  documentId: number | null
}

/** What is always owed without an invoice of its own. */
const WITHOUT_INVOICE: readonly CostConcept[] = ['court_fee', 'awarded_costs']
const NO_EXPENSE: readonly CostConcept[] = ['deposit', 'funds']

/** Notes a cost of a phase as planned. Gives its key. Throws at the field that is wrong. */
export async function createCost(
  procedureId: number,
  { phaseId, ...input }: CostInput & { phaseId: number },
  actor: Actor
): Promise<number> {
  refuseBad(input)
  return inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    await refuseForeign(procedure, input, actor, trx)
    const phase = await row<{ name: string }>(
      `select name from legal_procedure_phases where id = :phaseId and procedure_id = :procedureId and status <> 'skipped'`,
      { phaseId, procedureId },
      trx
    )
    if (!phase) throw new DomainError('E_PHASE', 'Elija una fase del procedimiento.', { field: 'phase_id' })
    const { id } = await oneRow<{ id: number }>(
      `insert into legal_procedure_costs (procedure_id, procedure_phase_id, concept, description, provider_id, payee_name, payee_iban, base_minor, vat_minor, withholding_minor, total_minor,
          due_on, deposit_term, expense_account_id, document_id, created_by, updated_by)
       values (:procedureId, :phaseId, :concept, :description, :providerId, :payeeName, :payeeIban, :baseMinor, :vatMinor, :withholdingMinor, :totalMinor,
          :dueOn, :depositTerm, :expenseAccountId, :documentId, :userId, :userId) returning id`,
      { ...(await columnsOf(procedure, input, trx)), procedureId, phaseId, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_cost.created', actor, trx, {
      reason: `${phase.name}: ${input.description}`,
    })
    return id
  })
}

/** Changes a planned cost. Throws E_TRANSITION once it is approved, and at the field that is wrong. */
export async function updateCost(
  { procedureId, costId }: { procedureId: number; costId: number },
  input: CostInput,
  actor: Actor
): Promise<void> {
  refuseBad(input)
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    const cost = await lockCost(costId, trx)
    if (cost.status !== 'planned' || cost.procedureId !== procedureId)
      throw new DomainError('E_TRANSITION', 'El coste ya está aprobado: anúlelo y cree otro para cambiarlo.')
    if (cost.invoiceId !== null)
      throw new DomainError(
        'E_INVOICE',
        'El coste tiene los datos de su factura: desvincúlela para cambiarlos.'
      )
    await refuseForeign(procedure, input, actor, trx)
    const before = await stateOf(costId, trx)
    await execute(
      `update legal_procedure_costs set concept = :concept, description = :description, provider_id = :providerId, payee_name = :payeeName, payee_iban = :payeeIban, base_minor = :baseMinor,
          vat_minor = :vatMinor, withholding_minor = :withholdingMinor, total_minor = :totalMinor, due_on = :dueOn, deposit_term = :depositTerm, expense_account_id = :expenseAccountId,
          document_id = :documentId, updated_by = :userId where id = :costId`,
      { ...(await columnsOf(procedure, input, trx)), costId, userId: actor.userId },
      trx
    )
    const diff = changedFields(before, await stateOf(costId, trx))
    if (diff) await record(procedure, 'legal_cost.changed', actor, trx, { reason: input.description, diff })
  })
}

function refuseBad(input: CostInput): void {
  const { concept, providerId, payeeName, payeeIban, baseMinor, vatMinor, withholdingMinor } = input
  const at = (field: string, message: string) => new DomainError('E_COST', message, { field })
  if (providerId === null && (!payeeName || !payeeIban))
    throw at(
      payeeName ? 'payee_iban' : 'provider_id',
      'Elija un proveedor, o escriba el beneficiario y su IBAN.'
    )
  if (providerId !== null && (payeeName || payeeIban))
    throw at('payee_name', 'Elija un proveedor o escriba otro beneficiario, no ambos.')
  if (baseMinor < 0) throw at('base', 'Introduzca un importe mayor que cero.')
  if (vatMinor < 0) throw at('vat', 'El IVA no puede ser negativo.')
  if (withholdingMinor < 0) throw at('withholding', 'La retención no puede ser negativa.')
  if (baseMinor + vatMinor - withholdingMinor <= 0) throw at('base', 'Introduzca un importe mayor que cero.')
  if ((concept === 'deposit') !== (input.depositTerm !== null))
    throw at('deposit_term', 'Indique el plazo del depósito.')
  if (concept === 'funds' && providerId === null)
    throw at('provider_id', 'Una provisión de fondos se entrega a un proveedor.')
  refuseBadExpense(input, at)
}

function refuseBadExpense(
  { concept, providerId, expenseCode, withholdingMinor }: CostInput,
  at: (field: string, message: string) => DomainError
): void {
  if (NO_EXPENSE.includes(concept)) {
    if (expenseCode !== null)
      throw at('expense_account', 'Un depósito o una provisión de fondos no es un gasto todavía.')
    return
  }
  if (expenseCode === null && (WITHOUT_INVOICE.includes(concept) || providerId === null))
    throw at('expense_account', 'Indique la cuenta de gasto: no habrá factura que lo contabilice.')
  if (expenseCode !== null && withholdingMinor > 0)
    throw at('withholding', 'Una retención necesita factura: quite la cuenta de gasto o la retención.')
}

async function refuseForeign(
  { id, siteId }: LockedProcedure,
  { providerId, payeeIban, documentId }: CostInput,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await refuseProvider(providerId, 'provider_id', trx)
  if (documentId !== null) {
    const found = await row(
      `select 1 as found from legal_procedure_files where id = :documentId and procedure_id = :id`,
      { documentId, id },
      trx
    )
    if (!found)
      throw new DomainError('E_FILE', 'Elija un documento del procedimiento.', { field: 'document_id' })
  }
  if (payeeIban === null) return
  const where = { point: 'legal_cost', objectType: 'legal_procedure', objectId: id, userId: actor.userId }
  const hit = await checkIban(payeeIban, where, trx)
  if (hit?.severity === 'block')
    throw new DomainError('E_BLACKLIST', blockedText(hit), { field: 'payee_iban' })
  const own = await row(
    `select 1 as found from bank_accounts where iban = :payeeIban and site_id = :siteId`,
    { payeeIban, siteId },
    trx
  )
  if (own)
    throw new DomainError('E_OWN', 'El IBAN es de una cuenta de la propia empresa.', { field: 'payee_iban' })
}

async function columnsOf({ siteId }: LockedProcedure, input: CostInput, trx: Transaction) {
  const { expenseCode, ...fields } = input
  return {
    ...fields,
    totalMinor: input.baseMinor + input.vatMinor - input.withholdingMinor,
    expenseAccountId:
      expenseCode === null ? null : await chargeAccount(siteId, expenseCode, 'expense_account', trx),
  }
}

function stateOf(costId: number, trx: Transaction): Promise<Record<string, unknown>> {
  return oneRow(
    `select c.concept, c.description, v.legal_name as provider, c.payee_name, c.payee_iban, c.base_minor, c.vat_minor, c.withholding_minor, c.total_minor, c.due_on, c.deposit_term,
        a.code as expense_account, f.name as document
       from legal_procedure_costs c left join providers v on v.id = c.provider_id left join ledger_accounts a on a.id = c.expense_account_id
       left join legal_procedure_files d on d.id = c.document_id left join files f on f.id = d.file_id where c.id = :costId`,
    { costId },
    trx
  )
}
