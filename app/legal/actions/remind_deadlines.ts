import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, daysBetween, formatDay, today } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'
import env from '#start/env'

const DAYS_BEFORE = [15, 5, 1, 0] as const

type Deadline = {
  phaseId: number
  phase: string
  deadlineOn: CalendarDate
  procedureId: number
  number: string
  title: string
  siteId: number
  responsibleUserId: number | null
  confidential: boolean
}

/**
 * Legal terms that come near, each morning: whoever is responsible and senior accounting are told 15, 5 and 1 days before
 * and on the day, once each however often it runs; after a stop only the nearest. Suspended procedures warn too. Gives how
 * many terms it told.
 */
export async function remindDeadlines(day: CalendarDate = today()): Promise<number> {
  const near = await rows<Deadline>(
    `select h.id as phase_id, h.name as phase, h.deadline_on, p.id as procedure_id, p.number, p.title, p.site_id, p.responsible_user_id, p.confidential
       from legal_procedure_phases h join legal_procedures p on p.id = h.procedure_id
      where h.status = 'active' and p.status in ('open', 'suspended') and h.deadline_on between :day::date and :day::date + ${Math.max(...DAYS_BEFORE)} order by h.deadline_on, h.id`,
    { day }
  )
  let told = 0
  for (const deadline of near) if (await inTransaction((trx) => remind(deadline, day, trx))) told++
  return told
}

async function remind(deadline: Deadline, day: CalendarDate, trx: Transaction): Promise<boolean> {
  const left = daysBetween(day, deadline.deadlineOn)
  const reached = DAYS_BEFORE.filter((days) => left <= days)
  let isNew = false
  for (const days of reached) {
    const noted = await execute(
      `insert into legal_reminders (procedure_phase_id, deadline_on, days_before) values (:phaseId, :deadlineOn, :days) on conflict do nothing`,
      { phaseId: deadline.phaseId, deadlineOn: deadline.deadlineOn, days },
      trx
    )
    if (noted > 0) isNew = true
  }
  if (!isNew) return false
  for (const person of await peopleOf(deadline, trx)) await tell(person, deadline, left, trx)
  return true
}

type Person = { name: string; email: string }

/** The responsible and senior accounting of the company; of a confidential procedure nobody who may not see it. */
function peopleOf(
  { siteId, responsibleUserId, confidential }: Deadline,
  trx: Transaction
): Promise<Person[]> {
  return rows<Person>(
    `select u.name, u.email::text from users u where u.status = 'active' and (u.id = :responsibleUserId
        or not :confidential and u.role = 'superC0ntab1l1dad' and (u.all_sites or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = :siteId)))
      order by u.id`,
    { siteId, responsibleUserId, confidential },
    trx
  )
}

async function tell(
  { name, email }: Person,
  { phase, deadlineOn, number, title, procedureId }: Deadline,
  left: number,
  trx: Transaction
): Promise<void> {
  const when = left === 0 ? 'vence hoy' : left === 1 ? 'vence mañana' : `vence en ${left} días`
  await queueMail(
    {
      to: email,
      subject: `Plazo del procedimiento ${number}: ${when}`,
      body: [
        `Hola, ${name}:`,
        '',
        `Procedimiento ${number}, ${title}.`,
        `El plazo de la fase «${phase}» ${when} (${formatDay(deadlineOn)}).`,
        '',
        `${env.get('APP_URL')}/legal_procedure/${procedureId}/edit`,
      ].join('\n'),
      objectType: 'legal_procedure',
      objectId: procedureId,
    },
    trx
  )
}
