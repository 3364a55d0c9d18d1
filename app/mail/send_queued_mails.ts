import mail from '@adonisjs/mail/services/main'
import { execute, rows } from '#app/kernel/sql'
import env from '#start/env'

const BATCH = 50
const ATTEMPTS_MAX = 5

type Queued = { id: number; to: string; cc: string | null; subject: string; body: string; attempts: number }

/** Sends queued mails by SMTP, each at most five times. Without SMTP nothing is sent and nothing is lost. */
export async function sendQueuedMails(): Promise<{ message: string }> {
  if (!env.get('SMTP_HOST'))
    return { message: 'Sin servidor de correo: los mensajes quedan en la bandeja de salida.' }
  const queued = await rows<Queued>(
    `select id, "to", cc, subject, body, attempts from outgoing_mails where status = 'queued' order by id limit ${BATCH}`
  )
  for (const message of queued) await sendOne(message)
  return { message: `${queued.length} mensajes enviados` }
}

async function sendOne({ id, to, cc, subject, body, attempts }: Queued): Promise<void> {
  try {
    await mail.send((message) => {
      message.to(to).subject(subject).text(body)
      if (cc) message.cc(cc)
    })
    await execute(
      `update outgoing_mails set status = 'sent', sent_at = now(), attempts = attempts + 1, error = null where id = :id`,
      { id }
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await execute(
      `update outgoing_mails set status = :status, attempts = attempts + 1, error = :reason where id = :id`,
      {
        id,
        reason,
        status: attempts + 1 >= ATTEMPTS_MAX ? 'failed' : 'queued',
      }
    )
  }
}
