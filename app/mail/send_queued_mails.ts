import drive from '@adonisjs/drive/services/main'
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
    const attached = await readAttached(id)
    await mail.send((message) => {
      message.to(to).subject(subject).text(body)
      if (cc) message.cc(cc)
      for (const { bytes, name, mime } of attached)
        message.attachData(Buffer.from(bytes), { filename: name, contentType: mime })
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
