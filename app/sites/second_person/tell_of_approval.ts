import type { Actor } from '#app/audit/record_event'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { queueMails } from '#app/mail/queue_mails'
import { APPROVAL_KINDS, type ApprovalKind } from '#app/sites/approval_kinds'
import { approversOf } from '#app/sites/second_person/tell_of_change'
import env from '#start/env'

type Granted = {
  siteId: number
  site: string
  name: string
  /** Who decides in their place on some days. */
  standIn: string | null
  kinds: ApprovalKind[]
  maxMinor: number | null
  dailyMinor: number | null
  by: string
  /** What they held until now for any of these kinds; `isFirst` where they held none. */
  formerMinor: number | null
  isFirst: boolean
}

const VERBS = { proposed: 'propone', activated: 'ha activado' } as const
const SUBJECTS = {
  proposed: 'Aprobación propuesta',
  activated: 'Aprobación activada',
} as const

/**
 * Who may approve what is a control as the policy is: every approver of the company is told of an approval when it is
 * proposed and when it holds, with what its holder could approve before. Not of what the installation sets up (demo).
 */
export async function tellOfApproval(
  approvalId: number,
  step: keyof typeof VERBS,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (actor.kind === 'system') return
  const granted = await findGranted(approvalId, actor, trx)
  const { siteId, site, name, standIn, by } = granted
  const lines = [
    `${by} ${VERBS[step]} que ${name} pueda aprobar en ${site}.`,
    `Qué: ${granted.kinds.map((kind) => APPROVAL_KINDS[kind].toLowerCase()).join(', ')}`,
    `Antes: ${granted.isFirst ? 'nada' : limit(granted.formerMinor)}`,
    `Después: ${limit(granted.maxMinor)}${granted.dailyMinor === null ? '' : `, y ${formatAmount(granted.dailyMinor, 'EUR')} al día`}`,
    ...(standIn ? [`Suplente: ${standIn}`] : []),
    'Si no le parece correcto, avise a la dirección.',
    `${env.get('APP_URL')}/sites/${siteId}/edit?tab=approvals`,
  ]
  await queueMails(
    await approversOf([siteId], actor, trx),
    {
      subject: `${SUBJECTS[step]}: ${name} (${site})`,
      body: lines.join('\n\n'),
      objectType: 'approval',
      objectId: approvalId,
    },
    trx
  )
}

const limit = (minor: number | null) =>
  minor === null ? 'sin límite' : `hasta ${formatAmount(minor, 'EUR')}`

function findGranted(approvalId: number, { userId }: Actor, trx: Transaction): Promise<Granted> {
  return oneRow<Granted>(
    `select a.site_id, s.legal_name::text as site, u.name, d.name as stand_in, a.max_amount_minor as max_minor, a.daily_limit_minor as daily_minor, b.name as by,
            array(select kind from approval_kinds k where k.approval_id = a.id order by k.id) as kinds,
            case when not f.is_unlimited then f.former end as former_minor, f.is_first
       from approvals a join sites s on s.id = a.site_id join users u on u.id = a.user_id join users b on b.id = :by left join users d on d.id = a.delegate_user_id
       cross join lateral (select max(b.max_amount_minor) as former, coalesce(bool_or(b.max_amount_minor is null), false) as is_unlimited, count(*) = 0 as is_first
          from approvals b where b.site_id = a.site_id and b.user_id = a.user_id and b.id <> a.id and b.activated_by is not null
            and exists (select 1 from approval_kinds x join approval_kinds y on y.kind = x.kind where x.approval_id = a.id and y.approval_id = b.id)) f
      where a.id = :approvalId`,
    { approvalId, by: userId },
    trx
  )
}
