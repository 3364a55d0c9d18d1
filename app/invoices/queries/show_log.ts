import type { RowStates } from '#app/invoices/queries/invoice_rows'
import { formatAmount } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'

/** What happened to an invoice, newest first, values as people read them; at most two hundred entries. */
export async function showLog(invoiceId: number) {
  const found = await rows<{
    id: number
    at: Date
    user: string | null
    actorKind: string
    action: string
    before: unknown
    after: unknown
  }>(
    `select l.id, l.at, u.name as "user", l.actor_kind, l.action, l.before, l.after from invoice_action_logs l left join users u on u.id = l.user_id
      where l.invoice_id = :invoiceId order by l.at desc, l.id desc limit 200`,
    { invoiceId }
  )
  return found.map((entry) => ({
    ...entry,
    at: entry.at.toISOString(),
    before: recordOf(entry.before),
    after: recordOf(entry.after),
  }))
}

const recordOf = (value: unknown): Record<string, string> | null =>
  value && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, textOf(name, part)]))
    : null

function textOf(name: string, part: unknown): string {
  if (part === null || (Array.isArray(part) && part.length === 0)) return '—'
  if (name === 'lines' && Array.isArray(part)) return part.map(lineText).join('; ')
  if (name === 'taxGroups' && Array.isArray(part)) return part.map(groupText).join('; ')
  return String(part)
}

const lineText = ({ concept, baseMinor, vatCode, accountCode, category }: RowStates['lines'][number]) =>
  [concept, formatAmount(baseMinor), vatCode, accountCode, category].filter(Boolean).join(' · ')

const groupText = ({ vatCode, baseMinor, vatMinor }: RowStates['taxGroups'][number]) =>
  `${vatCode}: ${formatAmount(baseMinor)} + ${formatAmount(vatMinor)}`
