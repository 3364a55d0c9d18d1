import { recordEvent, SYSTEM } from '#app/audit/record_event'
import type { Role } from '#app/identity/roles'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'

type Notice = {
  title: string
  content: string
  roles: readonly Role[]
  action: { url: string; text: string }
  /** After so many days nobody is shown it any more. */
  days: number
}

/** Tells some roles inside the product what it noticed by itself. Gives the key of the announcement. */
export async function announceToRoles(
  { title, content, roles, action, days }: Notice,
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into announcements (title, type, content, action_url, action_text, roles, ends_at, priority, status)
     values (:title, 'maintenance', :content, :url, :text, :roles::text[], now() + make_interval(days => :days), 5, 'published') returning id`,
    {
      title: title.slice(0, 120),
      content: content.slice(0, 5000),
      url: action.url,
      text: action.text,
      roles: [...roles],
      days,
    },
    trx
  )
  await recordEvent(
    {
      actor: SYSTEM,
      objectType: 'announcement',
      objectId: id,
      event: 'announcement.publish',
      to: 'published',
    },
    trx
  )
  return id
}

/** What an announcement told is over: nobody else is shown it. */
export async function withdrawNotice(id: number, trx: Transaction): Promise<void> {
  const count = await execute(
    `update announcements set status = 'withdrawn' where id = :id and status = 'published'`,
    { id },
    trx
  )
  if (count > 0)
    await recordEvent(
      {
        actor: SYSTEM,
        objectType: 'announcement',
        objectId: id,
        event: 'announcement.withdraw',
        from: 'published',
        to: 'withdrawn',
      },
      trx
    )
}
