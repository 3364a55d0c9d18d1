import User from '#app/identity/models/user'
import { findScope } from '#app/identity/queries/find_scope'
import { inTransaction } from '#app/kernel/database/sql'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { isMailed } from '#app/mail/mailed_once'
import { queueMail } from '#app/mail/queue_mail'
import { type WaitingItem, waitingForApproval } from '#app/reports/queries/waiting_for_approval'

const COUNTED_MAX = 1_000

/**
 * Tells everybody once a day what waits for their decision (area 05 §2 "approvers notified"; every kind of document, in one
 * mail): how many of each kind, since when the oldest and what is beyond its time. Neither amounts nor names leave the
 * house. Gives how many got one.
 */
export async function mailWaiting(day: CalendarDate): Promise<number> {
  let mailed = 0
  for (const user of await untold(day)) {
    const waiting = await waitingForApproval(user, await findScope(user), { itemsMax: COUNTED_MAX })
    if (waiting.length > 0 && (await mailOnce(user, waiting, day))) mailed++
  }
  return mailed
}

/** Who has not had the mail of a day: what is asked again goes on where it broke off. */
function untold(day: CalendarDate) {
  return User.query()
    .where('status', 'active')
    .whereNotExists((sent) =>
      sent
        .from('outgoing_mails')
        .where('object_type', aboutOf(day))
        .whereColumn('outgoing_mails.object_id', 'users.id')
    )
    .orderBy('id')
}

/** What the mails of a day are about, by which they are known. */
const aboutOf = (day: CalendarDate) => `waiting:${day}`

function mailOnce(user: User, waiting: WaitingItem[], day: CalendarDate): Promise<boolean> {
  return inTransaction(async (trx) => {
    const about = { objectType: aboutOf(day), objectId: user.id }
    if (await isMailed(about, trx)) return false
    const count = waiting.length === COUNTED_MAX ? `más de ${COUNTED_MAX - 1}` : String(waiting.length)
    await queueMail(
      {
        ...about,
        to: user.email,
        subject: `Pendiente de su decisión: ${count} ${waiting.length === 1 ? 'documento' : 'documentos'}`,
        body: `Hola, ${user.name}:\n\n${linesOf(waiting).join('\n')}\n\nEntre en Caudal, Dashboard, para revisarlo.\n`,
      },
      trx
    )
    return true
  })
}

const KINDS: Record<WaitingItem['kind'], string> = {
  invoice: 'Facturas',
  expense_note: 'Notas de gastos',
  payment: 'Pagos',
  run: 'Remesas de pagos',
  manual_entry: 'Asientos manuales',
  contract: 'Contratos',
  loan: 'Préstamos',
  loan_compensation: 'Compensaciones de deudas',
  provider_bank: 'Cuentas de proveedores',
  employee_bank: 'Cuentas de empleados',
  person: 'Usuarios por confirmar',
  setting_change: 'Controles por relajar',
  rebilling: 'Refacturaciones',
}

/** A line a kind, in the order of the start page. */
function linesOf(waiting: WaitingItem[]): string[] {
  return [...Map.groupBy(waiting, ({ kind }) => kind)].map(([kind, items]) => {
    const days = items.flatMap(({ since }) => since ?? []).toSorted()
    const late = items.filter(({ lateHours }) => lateHours !== null).length
    return [
      `- ${KINDS[kind]}: ${items.length}`,
      ...(days[0] ? [`la más antigua desde el ${formatDay(days[0] as CalendarDate)}`] : []),
      ...(late > 0 ? [`${late} fuera de plazo`] : []),
    ].join(', ')
  })
}
