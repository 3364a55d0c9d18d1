import { type Actor, recordEvent } from '#app/audit/record_event'
import { deleteBytes } from '#app/files/store_file'
import { isForeignKeyViolation } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { findHindrances } from '#app/kernel/hindrances'
import { counted } from '#app/kernel/text/counted'
import { givenReason } from '#app/kernel/text/given_reason'
import { forgetEvidence } from '#app/providers/actions/bank_evidence'
import Provider from '#app/providers/models/provider'
import { openMatters, supplierBelongings, supplierDocuments } from '#app/providers/ports'
import { tellStateChanged } from '#app/providers/state_followers'
import { providerWorkflow } from '#app/providers/workflows/provider_workflow'

/** Validates, blocks or unblocks a supplier; blocking needs a reason. Its open invoices are judged anew. */
export async function moveProvider(
  providerId: number,
  transition: keyof typeof providerWorkflow.transitions,
  reason: string | null,
  actor: Actor
): Promise<void> {
  if (transition === 'block') givenReason(reason)
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
  await tellStateChanged(providerId)
}

type Switch = { active: boolean; isConfirmed: boolean }

/**
 * Takes a supplier out of the pickers or puts it back; its documents stay. Throws E_OPEN at `form` while it is owed money,
 * a payment is on its way or anything is agreed with it, unless somebody has seen that and goes on.
 */
export async function setProviderActive(
  providerId: number,
  { active, isConfirmed }: Switch,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const provider = await Provider.query({ client: trx }).where('id', providerId).forUpdate().firstOrFail()
    if (provider.active === active) return
    if (provider.status === 'merged')
      throw new DomainError('E_MERGED', 'El proveedor está fusionado con otro.')
    if (!active && !isConfirmed) await refuseOpen(providerId, trx)
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

async function refuseOpen(providerId: number, trx: Transaction): Promise<void> {
  const open = await findHindrances(openMatters.all(), providerId, { client: trx })
  if (open.length > 0)
    throw new DomainError(
      'E_OPEN',
      `Tiene ${open.map(({ text }) => text).join(', ')}. Confirme que desea desactivarlo.`,
      { field: 'form' }
    )
}

/**
 * Removes a supplier that nothing was ever done with, with its bank details and profiles. Throws E_USED with the number
 * of its documents.
 */
export async function deleteProvider(providerId: number, actor: Actor): Promise<void> {
  const keys = await inTransaction((trx) => removeProvider(providerId, actor, trx))
  for (const key of keys) await deleteBytes(key)
}

/** The same within the caller's transaction; gives the keys of the files whose bytes `deleteBytes` takes away afterwards. */
export async function removeProvider(providerId: number, actor: Actor, trx: Transaction): Promise<string[]> {
  const provider = await Provider.query({ client: trx }).where('id', providerId).forUpdate().firstOrFail()
  if (provider.status === 'merged')
    throw new DomainError('E_MERGED', 'No se puede eliminar: lleva al proveedor en el que se fusionó.')
  const { documents } = await oneRow<{ documents: number }>(
    `select count(*)::int as documents from (${supplierDocuments
      .all()
      .map(({ rows: documentsOf }) => documentsOf(':providerId'))
      .join(' union all ')}) x`,
    { providerId },
    trx
  )
  if (documents > 0) throw used(documents)
  const keys: string[] = []
  try {
    await execute(
      `update providers set default_profile_id = null where id = :providerId`,
      { providerId },
      trx
    )
    for (const takeAway of supplierBelongings.all()) await takeAway(providerId, trx)
    const banks = await rows<{ fileId: number | null }>(
      `delete from provider_banks where provider_id = :providerId returning evidence_file_id as file_id`,
      { providerId },
      trx
    )
    keys.push(
      ...(await forgetEvidence(
        banks.flatMap(({ fileId }) => fileId ?? []),
        trx
      ))
    )
    await execute(`delete from providers where id = :providerId`, { providerId }, trx)
  } catch (error) {
    // Something else in the books names it: a rule of a bank, a payment of another kind.
    if (!isForeignKeyViolation(error)) throw error
    throw used(1)
  }
  await recordEvent(
    {
      actor,
      objectType: 'provider',
      objectId: providerId,
      event: 'provider.deleted',
      diff: { legalName: [provider.legalName, null], taxId: [provider.taxId, null] },
    },
    trx
  )
  return keys
}

const used = (documents: number) =>
  new DomainError(
    'E_USED',
    `No se puede eliminar: tiene ${counted(documents, 'documento', 'documentos')}. Desactívelo.`
  )
