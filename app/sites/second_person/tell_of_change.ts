import type { Actor } from '#app/audit/record_event'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { queueMails } from '#app/mail/queue_mails'
import { guardedSetting } from '#app/sites/second_person/guarded_setting'
import env from '#start/env'

type Step = 'proposed' | 'confirmed' | 'rejected'

type Told = {
  setting: string
  siteId: number | null
  site: string | null
  before: unknown
  after: unknown
  reason: string
  decisionReason: string | null
  proposer: string
}

/** Tells every approver of the company, or of the group, by mail what somebody wants to loosen and what became of it. */
export async function tellOfChange(
  changeId: number,
  step: Step,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const change = await oneRow<Told>(
    `select c.setting, c.site_id, s.legal_name::text as site, c.before, c.after, c.reason, c.decision_reason, u.name as proposer
       from setting_changes c join users u on u.id = c.proposed_by left join sites s on s.id = c.site_id where c.id = :changeId`,
    { changeId },
    trx
  )
  const { name: who } = await oneRow<{ name: string }>(
    `select name from users where id = :id`,
    { id: actor.userId },
    trx
  )
  const setting = guardedSetting(change.setting)
  const where = change.site ?? 'todo el grupo'
  const lines = [
    `${HEADS[step](who, change.proposer)}: ${setting.title}, ${where}.`,
    `Antes: ${setting.words(change.before)}`,
    `Después: ${setting.words(change.after)}`,
    `Motivo: ${change.reason}`,
    ...(change.decisionReason ? [`Motivo del rechazo: ${change.decisionReason}`] : []),
    ENDS[step],
    `${env.get('APP_URL')}/sites/pending-changes`,
  ]
  await queueMails(
    await approversOf(change.siteId === null ? null : [change.siteId], actor, trx),
    {
      subject: `${SUBJECTS[step]}: ${setting.title} (${where})`,
      body: lines.join('\n\n'),
      objectType: 'setting_change',
      objectId: changeId,
    },
    trx
  )
}

const SUBJECTS: Record<Step, string> = {
  proposed: 'Control por relajar',
  confirmed: 'Control relajado',
  rejected: 'Cambio de control rechazado',
}

const HEADS: Record<Step, (who: string, proposer: string) => string> = {
  proposed: (who) => `${who} propone relajar un control`,
  confirmed: (who, proposer) => `${who} ha confirmado lo que propuso ${proposer}`,
  rejected: (who, proposer) => `${who} ha rechazado lo que propuso ${proposer}`,
}

const ENDS: Record<Step, string> = {
  proposed: 'Mientras otra persona no lo confirme, sigue como estaba. Si no le parece correcto, rechácelo.',
  confirmed: 'Vale desde este momento. Si no le parece correcto, avise a la dirección.',
  rejected: 'Sigue como estaba.',
}

/**
 * Who answers for approvals in any of these companies (null: the whole group): active and confirmed people of the leading
 * roles with one of them in scope, and who holds or stands in for an active approval in one. Not who acts: they know.
 */
export function approversOf(
  siteIds: readonly number[] | null,
  { userId }: Actor,
  trx: Transaction
): Promise<{ name: string; email: string }[]> {
  return rows(
    `select u.name, u.email::text from users u
      where u.status = 'active' and u.id is distinct from :userId::bigint and is_confirmed(u.id) and (
        (u.role in ('s1st3ma', 'aprobador') and (:siteIds::bigint[] is null or u.all_sites or u.role = 's1st3ma'
           or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = any(:siteIds::bigint[]))))
        or exists (select 1 from approvals a where a.status = 'active' and (:siteIds::bigint[] is null or a.site_id = any(:siteIds::bigint[]))
             and u.id in (a.user_id, a.delegate_user_id)))
      order by u.id`,
    { siteIds: siteIds && [...siteIds], userId },
    trx
  )
}
