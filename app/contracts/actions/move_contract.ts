import { DateTime } from 'luxon'
import type { Actor } from '#app/audit/record_event'
import { applyAmendment } from '#app/contracts/actions/amend_contract'
import { lockContract, refuseProvider } from '#app/contracts/actions/lock_contract'
import { record } from '#app/contracts/actions/record_contract'
import { type ChangedContract, tellContractChanged } from '#app/contracts/contract_followers'
import type ProviderContract from '#app/contracts/models/provider_contract'
import { hasWorkedOnContract } from '#app/contracts/queries/has_worked_on_contract'
import { contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** Sends a draft to be approved: the signed paper is there, the supplier may be contracted with. */
export function submitContract(contractId: number, actor: Actor): Promise<void> {
  return withLock(contractId, async (contract, trx) => {
    const next = contractWorkflow.next(contract.status, 'submit')
    await refuseProvider(contract.providerId, trx)
    const signed = await row(
      `select 1 as found from contract_files where contract_id = :contractId and kind = 'signed' limit 1`,
      { contractId },
      trx
    )
    if (!signed) throw new DomainError('E_UNSIGNED', 'Adjunte el contrato firmado antes de aprobar.')
    contract.merge({ submittedBy: actor.userId, submittedAt: DateTime.now() })
    await move(contract, next, { event: 'contract.submit', actor }, trx)
  })
}

/** Sends it back to its author, with a reason. */
export function returnContract(contractId: number, reason: string | null, actor: Actor): Promise<void> {
  return withLock(contractId, async (contract, trx) => {
    const next = contractWorkflow.next(contract.status, 'return')
    await move(contract, next, { event: 'contract.return', actor, reason: givenReason(reason) }, trx)
  })
}

/** Puts it in force: somebody else than who wrote it or sent it in (area 07 §2). Throws E_FOUR_EYES. */
export async function approveContract(contractId: number, actor: Actor): Promise<void> {
  await withLock(contractId, async (contract, trx) => {
    const next = contractWorkflow.next(contract.status, 'approve')
    if (await hasWorkedOnContract(contract, actor, trx))
      throw new DomainError('E_FOUR_EYES', 'Debe aprobarlo una persona distinta de quien lo preparó.')
    await refuseProvider(contract.providerId, trx)
    contract.merge({ approvedBy: actor.userId, approvedAt: DateTime.now() })
    await move(contract, next, { event: 'contract.approve', actor }, trx)
    if (contract.isAmendment) await applyAmendment(contract, actor, trx)
  })
  await tell(contractId)
}

/** From that day on invoices are not covered. */
export async function suspendContract(
  contractId: number,
  { onDay, reason }: { onDay: CalendarDate; reason: string | null },
  actor: Actor
): Promise<void> {
  await withLock(contractId, async (contract, trx) => {
    const next = contractWorkflow.next(contract.status, 'suspend')
    refuseAmendment(contract)
    if (onDay < contract.startsOn || onDay > today())
      throw new DomainError('E_DAYS', 'Debe ser un día entre el inicio del contrato y hoy.', {
        field: 'on_day',
      })
    contract.suspendedOn = onDay
    await move(contract, next, { event: 'contract.suspend', actor, reason: givenReason(reason) }, trx)
  })
  await tell(contractId)
}

/** In force again, also for the days in between. */
export async function resumeContract(contractId: number, reason: string | null, actor: Actor): Promise<void> {
  await withLock(contractId, async (contract, trx) => {
    const next = contractWorkflow.next(contract.status, 'resume')
    contract.suspendedOn = null
    await move(contract, next, { event: 'contract.resume', actor, reason }, trx)
  })
  await tell(contractId)
}

/** Ends it on a day, past or to come: invoices of later days are not covered. */
export async function terminateContract(
  contractId: number,
  { onDay, reason }: { onDay: CalendarDate; reason: string | null },
  actor: Actor
): Promise<void> {
  await withLock(contractId, async (contract, trx) => {
    const next = contractWorkflow.next(contract.status, 'terminate')
    refuseAmendment(contract)
    if (onDay < contract.startsOn || (contract.endsOn !== null && onDay > contract.endsOn))
      throw new DomainError('E_DAYS', 'Debe ser un día de la vigencia del contrato.', { field: 'on_day' })
    contract.merge({ endedOn: onDay, endReason: givenReason(reason), suspendedOn: null })
    await move(contract, next, { event: 'contract.terminate', actor, reason }, trx)
  })
  await tell(contractId)
}

type Said = { event: string; actor: Actor; reason?: string | null }

/** Writes a new state that its workflow allows, and says so in the trail. */
export async function move(
  contract: ProviderContract,
  to: ProviderContract['status'],
  { event, actor, reason = null }: Said,
  trx: Transaction
): Promise<void> {
  const from = contract.status
  contract.merge({
    status: to,
    lockVersion: contract.lockVersion + 1,
    updatedBy: actor.userId ?? contract.updatedBy,
  })
  await contract.save()
  await record(contract, event, actor, trx, { from, to, reason })
}

const REASON_LENGTH_MIN = 5

function givenReason(reason: string | null): string {
  const text = (reason ?? '').trim()
  if (text.length < REASON_LENGTH_MIN)
    throw new DomainError('E_REASON', 'Indique el motivo (mínimo 5 caracteres).', { field: 'reason' })
  return text
}

function refuseAmendment({ isAmendment }: ProviderContract): void {
  if (isAmendment) throw new DomainError('E_AMENDMENT', 'Una adenda sigue el estado de su contrato.')
}

function withLock(
  contractId: number,
  work: (contract: ProviderContract, trx: Transaction) => Promise<void>
): Promise<void> {
  return inTransaction(async (trx) => work(await lockContract(contractId, trx), trx))
}

async function tell(contractId: number): Promise<void> {
  const changed = await row<ChangedContract>(
    `select root_id as contract_id, provider_id, site_ids from provider_contracts where id = :contractId`,
    { contractId }
  )
  if (changed) await tellContractChanged(changed)
}
