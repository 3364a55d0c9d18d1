import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Confirmer } from '#app/identity/queries/authority_changes'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { lockChanges } from '#app/sites/second_person/change_setting'
import { guardedSetting } from '#app/sites/second_person/guarded_setting'
import { listOpenChanges, type OpenSettingChange } from '#app/sites/second_person/list_changes'
import { tellOfChange } from '#app/sites/second_person/tell_of_change'

/**
 * The second person: from now on it holds, and every approver is told. Throws E_FOUR_EYES for who proposed it and whoever
 * may not, E_STALE where the setting is no longer what it was proposed against.
 */
export async function confirmChange(changeId: number, viewer: Confirmer, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const change = await lockOpen(changeId, viewer, trx)
    if (change.hindrance !== null) throw new DomainError('E_FOUR_EYES', change.hindrance)
    const setting = guardedSetting(change.setting)
    const { before, after } = await valuesOf(changeId, trx)
    const { siteId, reason } = change
    if (setting.words(before) !== setting.words(await setting.read({ siteId }, trx)))
      throw new DomainError(
        'E_STALE',
        'Lo vigente ya no es lo que era al proponerlo: rechácelo y propóngalo de nuevo.'
      )
    await decide(changeId, 'confirmed', null, actor, trx)
    await setting.apply({ siteId, after, reason }, actor, trx)
    await note(change, 'confirmed', actor, trx)
    await tellOfChange(changeId, 'confirmed', actor, trx)
  })
}

/** It stays as it was, and everybody who was told of it is told so. Throws E_REASON at `reason`, E_FOUR_EYES. */
export async function rejectChange(
  changeId: number,
  reason: string | null,
  viewer: Confirmer,
  actor: Actor
): Promise<void> {
  const why = givenReason(reason)
  await inTransaction(async (trx) => {
    const change = await lockOpen(changeId, viewer, trx)
    if (change.hindrance !== null) throw new DomainError('E_FOUR_EYES', change.hindrance)
    await decide(changeId, 'rejected', why, actor, trx)
    await note({ ...change, reason: why }, 'rejected', actor, trx)
    await tellOfChange(changeId, 'rejected', actor, trx)
  })
}

/** Who proposed it takes it back. Throws E_FORBIDDEN for anybody else. */
export async function withdrawChange(changeId: number, viewer: Confirmer, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const change = await lockOpen(changeId, viewer, trx)
    if (!change.isOwn)
      throw new DomainError('E_FORBIDDEN', 'Solo retira un cambio quien lo propuso; usted puede rechazarlo.')
    await decide(changeId, 'withdrawn', null, actor, trx)
    await note(change, 'withdrawn', actor, trx)
  })
}

async function lockOpen(changeId: number, viewer: Confirmer, trx: Transaction): Promise<OpenSettingChange> {
  await lockChanges(trx)
  const [change] = await listOpenChanges(viewer, { changeId }, trx)
  if (!change) throw new DomainError('E_TRANSITION', 'El cambio ya no espera a nadie: recargue la página.')
  return change
}

async function valuesOf(changeId: number, trx: Transaction): Promise<{ before: unknown; after: unknown }> {
  const found = await row<{ before: unknown; after: unknown }>(
    `select before, after from setting_changes where id = :changeId for update`,
    { changeId },
    trx
  )
  if (!found) throw new Error(`Change ${changeId} is gone`)
  return found
}

type Ending = 'confirmed' | 'rejected' | 'withdrawn'

const decide = (changeId: number, to: Ending, why: string | null, { userId }: Actor, trx: Transaction) =>
  execute(
    `update setting_changes set status = :to, decided_by = :userId, decided_at = now(), decision_reason = :why where id = :changeId`,
    { changeId, to, userId, why },
    trx
  )

const note = (
  { id, siteId, setting, before, after, reason }: OpenSettingChange,
  to: Ending,
  actor: Actor,
  trx: Transaction
) =>
  recordEvent(
    {
      actor,
      objectType: 'setting_change',
      objectId: id,
      siteId,
      event: `setting_change.${to}`,
      from: 'proposed',
      to,
      reason,
      diff: { [setting]: [before, after] },
    },
    trx
  )
