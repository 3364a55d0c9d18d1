import drive from '@adonisjs/drive/services/main'
import mail from '@adonisjs/mail/services/main'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import env from '#start/env'

const BATCH = 50
/** Tried again after 1, 2, 4… minutes and then every six hours: some three days in all. */
const ATTEMPTS_MAX = 20
const WAIT_MINUTES_MAX = 360

type Queued = { id: number; to: string; cc: string | null; subject: string; body: string; attempts: number }

/** What became of the mails that were due, in words and by count. */
type Sending = { message: string; counters: { read?: number; updated?: number; errors?: number } }

/** Sends queued mails by SMTP. Without SMTP nothing is sent and nothing is lost. */
export async function sendQueuedMails(): Promise<Sending> {
  if (!env.get('SMTP_HOST'))
    return {
      message: 'Sin servidor de correo: los mensajes quedan en la bandeja de salida.',
      counters: {},
    }
  const queued = await rows<{ id: number }>(
    `select id from outgoing_mails where status = 'queued' and next_attempt_at <= now() order by next_attempt_at, id limit ${BATCH}`
  )
  let sent = 0
  for (const { id } of queued) if (await sendMail(id)) sent++
  return {
    message: `${sent} de ${counted(queued.length, 'mensaje enviado', 'mensajes enviados')}`,
    counters: { read: queued.length, updated: sent, errors: queued.length - sent },
  }
}

/**
 * Sends one mail, and gives whether it did: not while another worker has it. What keeps it from being sent is noted, and
 * it waits for its next try; after the last one it is given up.
 */
export function sendMail(id: number): Promise<boolean> {
  return inTransaction(async (trx) => {
    const message = await row<Queued>(
      `select id, "to", cc, subject, body, attempts from outgoing_mails where id = :id and status = 'queued' for update skip locked`,
      { id },
      trx
    )
    if (!message) return false
    const reason = await deliver(message).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error))
    )
    const isSent = reason === null
    const isLast = message.attempts + 1 >= ATTEMPTS_MAX
    await execute(
      `update outgoing_mails set status = :status, sent_at = case when :isSent then now() end, attempts = attempts + 1, error = :reason,
          next_attempt_at = now() + make_interval(mins => least(power(2, least(attempts, 16)), ${WAIT_MINUTES_MAX})::int) where id = :id`,
      { id, reason, isSent, status: isSent ? 'sent' : isLast ? 'failed' : 'queued' },
      trx
    )
    return isSent
  })
}

async function deliver({ id, to, cc, subject, body }: Queued): Promise<void> {
  const attached = await readAttached(id)
  await mail.send((message) => {
    message.to(to).subject(subject).text(body)
    if (cc) message.cc(cc)
    for (const { bytes, name, mime } of attached)
      message.attachData(Buffer.from(bytes), { filename: name, contentType: mime })
  })
}

type Attached = { bytes: Uint8Array; name: string; mime: string }

async function readAttached(mailId: number): Promise<Attached[]> {
  const files = await rows<{ storageKey: string; name: string; mime: string }>(
    `select f.storage_key, f.name, f.mime from outgoing_mail_files a join files f on f.id = a.file_id where a.mail_id = :mailId order by f.id`,
    { mailId }
  )
  return Promise.all(
    files.map(async ({ storageKey, name, mime }) => ({
      bytes: await drive.use().getBytes(storageKey),
      name,
      mime,
    }))
  )
}
