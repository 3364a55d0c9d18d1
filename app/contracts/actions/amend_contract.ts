import type { Actor } from '#app/audit/record_event'
import { lockContract, noteEditor } from '#app/contracts/actions/lock_contract'
import { record } from '#app/contracts/actions/record_contract'
import { refreshSearch } from '#app/contracts/actions/save_contract'
import ProviderContract from '#app/contracts/models/provider_contract'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/**
 * Makes the draft of an amendment: a contract under this one, with new prices from a day on and, where it says so, a new
 * end, expected amount or cap. What was agreed before stays as it was. Gives its key.
 */
export async function amendContract(
  contractId: number,
  { title, startsOn }: { title: string; startsOn: CalendarDate },
  actor: Actor
): Promise<number> {
  return inTransaction(async (trx) => {
    const root = await lockContract(contractId, trx)
    if (root.isAmendment || !['active', 'suspended'].includes(root.status))
      throw new DomainError('E_AMENDMENT', 'Solo se añade una adenda a un contrato vigente o suspendido.')
    if (startsOn < root.startsOn || (root.endsOn !== null && startsOn > root.endsOn))
      throw new DomainError('E_DAYS', 'La adenda debe empezar dentro de la vigencia del contrato.', {
        field: 'starts_on',
      })
    const { next } = await oneRow<{ next: number }>(
      `select coalesce(max(amendment_no), 0)::int + 1 as next from provider_contracts where parent_contract_id = :contractId`,
      { contractId },
      trx
    )
    const amendment = new ProviderContract().useTransaction(trx)
    const { providerId, siteIds, kind, currency, billingFrequency, amountTolerancePercent, capPeriod } = root
    amendment.merge({
      reference: `${root.reference}-A${next}`,
      parentContractId: contractId,
      amendmentNo: next,
      providerId,
      siteIds,
      kind,
      currency,
      billingFrequency,
      amountTolerancePercent,
      capPeriod,
      title,
      startsOn,
      createdBy: actor.userId,
      updatedBy: actor.userId,
    })
    await amendment.save()
    await refreshSearch(amendment.id, trx)
    await noteEditor(amendment.id, actor, trx)
    await record(amendment, 'contract.created', actor, trx, { to: 'draft' })
    await record(root, 'contract.amendment_drafted', actor, trx, {
      diff: { amendment: [null, amendment.reference] },
    })
    return amendment.id
  })
}

const AMENDED = ['endsOn', 'expectedAmountMinor', 'capMinor'] as const

/** What an approved amendment says anew goes into its contract; prices it finds through the amendment itself. */
export async function applyAmendment(
  amendment: ProviderContract,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const root = await lockContract(Number(amendment.parentContractId), trx)
  if (!['active', 'suspended'].includes(root.status))
    throw new DomainError('E_AMENDMENT', 'El contrato de esta adenda ya no está vigente.')
  const diff: Record<string, [unknown, unknown]> = { amendment: [null, amendment.reference] }
  for (const field of AMENDED) {
    const value = amendment[field]
    if (value === null || value === root[field]) continue
    diff[field] = [root[field], value]
    root.merge({ [field]: value })
  }
  root.merge({ lockVersion: root.lockVersion + 1, updatedBy: actor.userId })
  await root.save()
  await record(root, 'contract.amended', actor, trx, { diff })
}
