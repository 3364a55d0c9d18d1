import { type Actor, recordEvent } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { inTransaction } from '#app/kernel/sql'
import Provider from '#app/providers/models/provider'
import { providerWorkflow } from '#app/providers/workflows/provider_workflow'

/** Validates, blocks or unblocks a supplier; blocking needs a reason. */
export async function moveProvider(
  providerId: number,
  transition: keyof typeof providerWorkflow.transitions,
  reason: string | null,
  actor: Actor
): Promise<void> {
  if (transition === 'block' && (reason ?? '').trim().length < 5)
    throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const provider = await Provider.query({ client: trx }).where('id', providerId).forUpdate().firstOrFail()
    const from = provider.status
    provider.status = providerWorkflow.next(from, transition)
    provider.blockReason = transition === 'block' ? reason : null
    provider.lockVersion += 1
    await provider.save()
    await recordEvent(
      {
        actor,
        objectType: 'provider',
        objectId: providerId,
        event: `provider.${transition}`,
        from,
        to: provider.status,
        reason,
      },
      trx
    )
  })
}

/** Takes a supplier out of the pickers or puts it back; its documents stay. */
export async function setProviderActive(providerId: number, active: boolean, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const provider = await Provider.query({ client: trx }).where('id', providerId).forUpdate().firstOrFail()
    if (provider.active === active) return
    provider.active = active
    provider.lockVersion += 1
    await provider.save()
    await recordEvent(
      {
        actor,
        objectType: 'provider',
        objectId: providerId,
        event: active ? 'provider.activated' : 'provider.deactivated',
      },
      trx
    )
  })
}
