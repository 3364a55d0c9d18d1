import { limitToManaged } from '#app/identity/queries/list_users'
import { S } from '#app/identity/roles'
import type { Manager } from '#app/identity/user_authority'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { row } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'

export type MailRow = {
  id: number
  to: string
  subject: string
  status: { label: string; tone: Tone }
  attempts: number
  error: string | null
  created_at: string
  next_attempt_at: string | null
  sent_at: string | null
  actions: string[]
}

const OF_USER = `left join users u on m.object_type = 'user' and u.id = m.object_id`

/** Never the text of a mail: it may carry a link that opens something. */
export const mailsList: ListDefinition = {
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

/** A page of them, newest first unless asked otherwise. */
export async function listMails(request: ListRequest, filter: Filter): Promise<ListOf<MailRow>> {
  const page = await listPage<Found>(mailsList, request, filter)
  return { ...page, rows: page.rows.map(mailRow) }
}

/** Whether a manager may send this mail again. */
export async function mayRetryMail(id: number, manager: Manager): Promise<boolean> {
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
    created_at: createdAt.toISOString(),
    next_attempt_at: status === 'queued' ? nextAttemptAt.toISOString() : null,
    sent_at: sentAt?.toISOString() ?? null,
    actions: status === 'sent' ? [] : ['retry'],
  }
}

function stateOf(status: Found['status'], attempts: number): MailRow['status'] {
  if (status === 'sent') return { label: 'Enviado', tone: 'green' }
  if (status === 'failed') return { label: 'No enviado', tone: 'red' }
  return attempts > 0 ? { label: 'Reintentando', tone: 'amber' } : { label: 'En cola', tone: 'blue' }
}
