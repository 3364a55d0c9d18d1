import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Sends a mail again that was given up or waits for its next try: it is due at once and has all its tries before it.
 * Throws E_SENT when it went out meanwhile.
 */
export async function retryMail(id: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const mail = await row<{ status: string }>(
      `select status from outgoing_mails where id = :id for update`,
      { id },
      trx
    )
    if (mail?.status !== 'failed' && mail?.status !== 'queued')
      throw new DomainError('E_SENT', 'El correo ya se ha enviado.')
    await execute(
      `update outgoing_mails set status = 'queued', attempts = 0, next_attempt_at = now() where id = :id`,
      { id },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'outgoing_mail',
        objectId: id,
        event: 'outgoing_mail.retried',
        from: mail.status,
        to: 'queued',
      },
      trx
    )
  })
}
