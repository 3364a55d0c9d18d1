import type { Actor } from '#app/audit/record_event'
import type { AccessTold } from '#app/identity/access_told'
import type { Transaction } from '#app/kernel/database/sql'
import { queueMails } from '#app/mail/queue_mails'
import { approversOf } from '#app/sites/second_person/tell_of_change'
import env from '#start/env'

/** Tells every approver who shares a company with a person what was done to the access of that person, and by whom. */
export async function tellOfAccessChange(
  { userId, name, role, siteIds, by, what, isConfirmed }: AccessTold,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const acts = what.join(', ').toLowerCase()
  const lines = [
    isConfirmed
      ? `${by} ha confirmado a ${name}: ${acts}.`
      : `${by} ha cambiado el acceso de ${name}: ${acts}.`,
    `Rol: ${role}`,
    isConfirmed
      ? 'Vale desde este momento. Si no le parece correcto, avise a la dirección.'
      : 'Mientras otra persona no lo confirme, no cuenta como aprobador. Si no le parece correcto, avise a la dirección.',
    `${env.get('APP_URL')}/sites/pending-changes`,
  ]
  await queueMails(
    await approversOf(siteIds, actor, trx),
    {
      subject: isConfirmed ? `Usuario confirmado: ${name}` : `${what[0]}: ${name}`,
      body: lines.join('\n\n'),
      objectType: 'user_authority',
      objectId: userId,
    },
    trx
  )
}
