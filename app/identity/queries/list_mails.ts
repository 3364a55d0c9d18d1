import { limitToManaged } from '#app/identity/queries/list_users'
import { S } from '#app/identity/roles'
import type { Manager } from '#app/identity/user_authority'
import { row } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'

export type MailRow = {
  id: number
  to: string
  subject: string
  status: Badge
  attempts: number
  error: string | null
  createdAt: string
  nextAttemptAt: string | null
  sentAt: string | null
  actions: string[]
}

const OF_USER = `left join users u on m.object_type = 'user' and u.id = m.object_id`

/** Never the text of a mail: it may carry a link that opens something. */
const definition: ListDefinition = {
  from: 'outgoing_mails m',
  key: 'm.id',
  filterJoins: OF_USER,
  select: `m.id, m."to", m.cc, m.subject, m.status, m.attempts, m.error, m.created_at, m.next_attempt_at, m.sent_at`,
  sorts: { created_at: { sql: 'm.created_at', type: 'timestamptz' } },
  defaultSort: '-created_at',
}

/** `stuck` is what needs somebody: given up, or refused at least once by the mail server. */
export const MAIL_TABS: Record<string, string> = {
  stuck: `(m.status = 'failed' or m.status = 'queued' and m.attempts > 0)`,
  queued: `m.status = 'queued'`,
  sent: `m.status = 'sent'`,
}

/** The mails whose fate a manager may know: s1st3ma of all, adm1n1strat0r of the users they manage. */
export function mailsOf(manager: Manager): Filter {
  const filter: Filter = { where: ['true'], bindings: {} }
  if (manager.role === S) return filter
  filter.where.push('u.id is not null')
  limitToManaged(manager, filter)
  return filter
}

type Found = {
  id: number
  to: string
  cc: string | null
  subject: string
  status: 'queued' | 'sent' | 'failed'
  attempts: number
  error: string | null
  createdAt: Date
  nextAttemptAt: Date
  sentAt: Date | null
}

/** Mails, newest first unless asked otherwise. */
export const mailsList: List<Found, MailRow> = {
  name: 'correos',
  definition,
  toRow: mailRow,
  columns: [
    { key: 'to', title: 'Para', kind: 'text', width: 240 },
    { key: 'subject', title: 'Asunto', kind: 'name' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'attempts', title: 'Intentos', kind: 'number' },
    { key: 'error', title: 'Último error', kind: 'text' },
    { key: 'createdAt', title: 'Creado', kind: 'instant', sort: 'created_at' },
    { key: 'nextAttemptAt', title: 'Próximo intento', kind: 'instant' },
    { key: 'sentAt', title: 'Enviado', kind: 'instant' },
  ],
}

/** Whether a manager may send this mail again. */
export async function canRetryMail(id: number, manager: Manager): Promise<boolean> {
  const { where, bindings } = mailsOf(manager)
  const found = await row(
    `select 1 as found from outgoing_mails m ${OF_USER} where m.id = :id and ${where.join(' and ')}`,
    { ...bindings, id }
  )
  return found !== null
}

function mailRow({ cc, to, createdAt, nextAttemptAt, sentAt, status, ...mail }: Found): MailRow {
  return {
    ...mail,
    to: cc ? `${to}, ${cc}` : to,
    status: stateOf(status, mail.attempts),
    createdAt: createdAt.toISOString(),
    nextAttemptAt: status === 'queued' ? nextAttemptAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
    actions: status === 'sent' ? [] : ['retry'],
  }
}

function stateOf(status: Found['status'], attempts: number): MailRow['status'] {
  if (status === 'sent') return { label: 'Enviado', tone: 'green' }
  if (status === 'failed') return { label: 'No enviado', tone: 'red' }
  return attempts > 0 ? { label: 'Reintentando', tone: 'amber' } : { label: 'En cola', tone: 'blue' }
}

/** SQL: the words of a mail `m` that are searched. */
export const MAIL_WORDS = `f_unaccent(lower(m."to" || ' ' || m.subject))`
