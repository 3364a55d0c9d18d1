import { listEvents } from '#app/audit/list_events'
import type ManualEntry from '#app/books/models/manual_entry'
import { hasEditedEntry } from '#app/books/queries/has_edited_entry'
import { manualEntryWorkflow } from '#app/books/workflows/manual_entry_workflow'
import { oneRow, rows } from '#app/kernel/database/sql'
import { decimalText, type MoneyJson } from '#app/kernel/money/money'

type People = { site: string; currency: MoneyJson['currency']; author: string; approver: string | null }

/**
 * Everything the page of a manual entry shows to somebody: its lines as a form takes them, and what they may do; nothing of
 * that where it touches the book of a company that is not theirs.
 */
export async function manualEntryPage(
  entry: ManualEntry,
  viewer: { userId: number; role: string },
  isForBoth: boolean
) {
  const people = await oneRow<People>(
    `select s.code as site, s.base_currency as currency, u.name as author, v.name as approver
       from manual_entries m join sites s on s.id = m.site_id join users u on u.id = m.created_by left join users v on v.id = m.approved_by
      where m.id = :id`,
    { id: entry.id }
  )
  const accounts = await accountsOf(entry)
  const isOwn = await hasEditedEntry(entry.id, viewer.userId)
  const actions = isForBoth ? manualEntryWorkflow.available(entry.status, viewer.role) : []
  return {
    entry: {
      id: entry.id,
      siteId: entry.siteId,
      site: people.site,
      currency: people.currency,
      postedOn: String(entry.postedOn),
      kind: entry.kind,
      description: entry.description,
      total: { minor: entry.totalMinor, currency: people.currency },
      author: people.author,
      approver: people.approver,
      journalEntryId: entry.journalEntryId,
      status: {
        label: manualEntryWorkflow.label(entry.status),
        tone: manualEntryWorkflow.tone(entry.status),
      },
      lockVersion: entry.lockVersion,
      isOwn,
      actions: actions.filter(
        (action) => !((action === 'post' && isOwn) || (action === 'edit' && entry.kind === 'opening'))
      ) as string[],
    },
    lines: entry.lines.map((line) => {
      const account = accounts.find((found) => found.id === line.accountId)
      const counter = accounts.find((found) => found.id === line.counterAccountId)
      const text = decimalText(Math.abs(line.amountMinor), people.currency)
      return {
        account: account
          ? {
              value: String(account.id),
              label: `${account.code} ${account.name}`,
              partner: account.partner,
            }
          : { value: String(line.accountId), label: String(line.accountId) },
        counter:
          counter && isForBoth
            ? { value: String(counter.id), label: `${counter.code} ${counter.name}` }
            : null,
        debit: line.amountMinor > 0 ? text : '',
        credit: line.amountMinor < 0 ? text : '',
        memo: line.memo ?? '',
        dueOn: line.dueOn ?? null,
        foreign:
          line.foreignMinor === undefined
            ? null
            : { minor: line.foreignMinor, currency: account?.currency ?? people.currency },
        isDifference: line.isDifference === true,
      }
    }),
    events: await listEvents('manual_entry', entry.id),
  }
}

type Account = {
  id: number
  code: string
  name: string
  currency: string
  partner: { id: number; name: string } | null
}

function accountsOf({ lines }: ManualEntry): Promise<Account[]> {
  return rows<Account>(
    `select a.id, a.code, a.name, a.currency, case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.legal_name) end as partner
       from ledger_accounts a left join sites p on a.subledger = 'site' and a.group_balance <> 'outside' and p.id = a.subledger_id
      where a.id = any(:ids::bigint[])`,
    { ids: lines.flatMap((line) => [line.accountId, line.counterAccountId ?? line.accountId]) }
  )
}
