import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { GuardedSetting, Place } from '#app/sites/second_person/guarded_setting'
import { tellOfChange } from '#app/sites/second_person/tell_of_change'

const REASON_LENGTH_MIN = 5

type Change<Value> = Place & { after: Value; reason: string | null }

/** What became of it: nothing to change, applied, or waiting for a second person. */
export type Changed = 'same' | 'applied' | 'proposed'

/**
 * Changes a guarded setting. What tightens it holds at once; what loosens it is kept as a proposal, with who, when, from,
 * to and why, and every approver concerned is told. Throws E_REASON at `reason` for a loosening without one, E_OPEN
 * while another one waits.
 */
export async function changeSetting<Value>(
  setting: GuardedSetting<Value>,
  { siteId, after, reason }: Change<Value>,
  actor: Actor,
  outer?: Transaction
): Promise<Changed> {
  return inTransaction(async (trx) => {
    await lockChanges(trx)
    const before = await setting.read({ siteId }, trx)
    if (setting.words(before) === setting.words(after)) return 'same'
    if (!(await setting.loosens({ before, after, siteId }, trx))) {
      await setting.apply({ siteId, after, reason }, actor, trx)
      return 'applied'
    }
    await propose(setting as GuardedSetting, { siteId, before, after, reason: reasonOf(reason) }, actor, trx)
    return 'proposed'
  }, outer)
}

/** One change of a guarded setting at a time: what is compared holds until it is applied. */
export const lockChanges = (trx: Transaction) =>
  execute(`select pg_advisory_xact_lock(hashtext('setting_changes'))`, {}, trx)

function reasonOf(reason: string | null): string {
  const text = (reason ?? '').trim()
  if (text.length < REASON_LENGTH_MIN)
    throw new DomainError(
      'E_REASON',
      'Este cambio relaja un control y lo confirmará otra persona: indique el motivo.',
      { field: 'reason' }
    )
  return text
}

type Proposal = Place & { before: unknown; after: unknown; reason: string }

async function propose(
  setting: GuardedSetting,
  { siteId, before, after, reason }: Proposal,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (actor.userId === null) throw new Error('A control is not loosened by the machine')
  const open = await row<{ name: string }>(
    `select u.name from setting_changes c join users u on u.id = c.proposed_by
      where c.setting = :setting and c.site_id is not distinct from :siteId::bigint and c.status = 'proposed'`,
    { setting: setting.name, siteId },
    trx
  )
  if (open)
    throw new DomainError(
      'E_OPEN',
      `Ya espera un cambio propuesto por ${open.name}: confírmelo, recházelo o retírelo antes.`,
      { field: 'reason' }
    )
  const { id } = await oneRow<{ id: number }>(
    `insert into setting_changes (setting, site_id, before, after, reason, proposed_by)
     values (:setting, :siteId, :before::jsonb, :after::jsonb, :reason, :by) returning id`,
    {
      setting: setting.name,
      siteId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      reason,
      by: actor.userId,
    },
    trx
  )
  const diff: Record<string, [unknown, unknown]> = {
    [setting.name]: [setting.words(before), setting.words(after)],
  }
  await recordEvent(
    {
      actor,
      objectType: 'setting_change',
      objectId: id,
      siteId,
      event: 'setting_change.proposed',
      to: 'proposed',
      reason,
      diff,
    },
    trx
  )
  await tellOfChange(id, 'proposed', actor, trx)
}
