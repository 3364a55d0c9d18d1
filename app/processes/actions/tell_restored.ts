import { announceToRoles } from '#app/identity/actions/announce_to_roles'
import { A, S } from '#app/identity/roles'
import type { Restored } from '#app/jobs/process_state'
import type { Transaction } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'

const SHOWN_DAYS = 30

/** Tells the system role and approvers that the books are those of a backup, and that payments and mails wait for them. */
export async function tellOfRestore({ takenAt, paused }: Restored, trx: Transaction): Promise<void> {
  await announceToRoles(
    {
      title: 'Restaurado de una copia de seguridad',
      content:
        `Los datos son los de la copia del **${formatInstant(takenAt)}**. Lo que se envió después a bancos y personas no consta en ellos.\n` +
        `${paused} procesos que salen al exterior están en pausa: compruebe con los bancos qué salió y reanúdelos.`,
      roles: [S, A],
      action: { url: '/automatic-processes?state=paused', text: 'Ver los procesos en pausa' },
      days: SHOWN_DAYS,
    },
    trx
  )
}
