import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { announceToRoles, withdrawNotice } from '#app/identity/actions/announce_to_roles'
import { peopleWithRoles } from '#app/identity/queries/people_with_roles'
import { A, S } from '#app/identity/roles'
import type { ProcessTurn } from '#app/jobs/process_state'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'

const FAILING_DAYS = 30
const RECOVERED_DAYS = 2
const TOLD = [S, A] as const

/** Tells the system role and approvers that a process fails: inside the product, and by one mail each until it works again. */
export async function tellFailing(turn: ProcessTurn, trx: Transaction): Promise<void> {
  const times = turn.failures === 1 ? 'ha fallado' : `ha fallado ${turn.failures} veces seguidas`
  const content = `El proceso «${turn.title}» ${times}.\n${turn.message ?? ''}`.trim()
  await tell(turn, { title: `Falla «${turn.title}»`, content, days: FAILING_DAYS, event: 'failing' }, trx)
}

/** Takes the notice back and says that the process works again. */
export async function tellRecovered(turn: ProcessTurn, trx: Transaction): Promise<void> {
  const content = `El proceso «${turn.title}» vuelve a funcionar después de ${turn.failures === 1 ? '1 fallo' : `${turn.failures} fallos`}.`
  await tell(
    turn,
    { title: `Recuperado «${turn.title}»`, content, days: RECOVERED_DAYS, event: 'recovered' },
    trx
  )
}

type Told = { title: string; content: string; days: number; event: 'failing' | 'recovered' }

async function tell(
  turn: ProcessTurn,
  { title, content, days, event }: Told,
  trx: Transaction
): Promise<void> {
  const { announcementId } = await oneRow<{ announcementId: number | null }>(
    `select announcement_id from automatic_processes where id = :id`,
    { id: turn.processId },
    trx
  )
  if (announcementId !== null) await withdrawNotice(announcementId, trx)
  const action = { url: `/automatic-processes?open=${turn.queue}`, text: 'Ver el proceso' }
  const noticeId = await announceToRoles({ title, content, roles: TOLD, action, days }, trx)
  await execute(
    `update automatic_processes set announcement_id = :noticeId where id = :id`,
    { id: turn.processId, noticeId },
    trx
  )
  if (event === 'failing') await mailThem(turn, title, content, trx)
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'automatic_process',
      objectId: turn.processId,
      event: `automatic_process.${event}`,
      reason: `${turn.queue}: ${content}`,
    },
    trx
  )
}

async function mailThem(
  turn: ProcessTurn,
  subject: string,
  content: string,
  trx: Transaction
): Promise<void> {
  for (const { email } of await peopleWithRoles(TOLD, trx))
    await queueMail(
      {
        to: email,
        subject,
        body: `${content}\n\nLo encontrará en Caudal, en Procesos Automáticos.`,
        objectType: 'automatic_process',
        objectId: turn.processId,
      },
      trx
    )
}
