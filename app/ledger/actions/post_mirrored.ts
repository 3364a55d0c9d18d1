import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { COUNTER_ROLES, type GroupRole, groupLine } from '#app/ledger/actions/group_account'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { type BookDraft, postBooks } from '#app/ledger/actions/post_books'
import { type PostedEntry, postEntry } from '#app/ledger/actions/post_entry'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { negateEntry, type Reversal } from '#app/ledger/actions/reverse_entry'
import { type DraftLine, entryText, type JournalDraft } from '#app/ledger/journal_draft'
import { firstDayOpenInAll } from '#app/ledger/queries/periods'
import { roleCode, roleFinder } from '#app/ledger/queries/role_account'

/** Of the entry that the other company gets, after that of the first. */
const PARTNER = '.partner'

/**
 * Posts what one company knows and another does not yet: an entry whose lines may lie on balances with companies of the group.
 * What it says of each of them goes into that company’s book as well, against what is on its way between them (5729) until
 * its own bank tells; `others` are entries of companies that are known too. Where a month of theirs is closed, all of it goes to
 * the first day that is open in every book. An entry without such lines is posted as by `postEntry`. The caller took the
 * books of all with `lockPartners` or `lockBooks`, before anything else of theirs. Gives the entry of `draft`. Throws what
 * `postBooks` throws.
 */
export async function postMirrored(
  draft: JournalDraft,
  trx: Transaction,
  others: readonly BookDraft[] = []
): Promise<PostedEntry> {
  const known = [draft.siteId, ...others.map(({ siteId }) => siteId)]
  const told: (BookDraft & { shared: Map<number, Shared> })[] = []
  for (const book of [draft, ...others]) told.push({ ...book, shared: await sharedLines(book, trx) })
  if (others.length === 0 && told.every(({ shared }) => shared.size === 0)) return postEntry(draft, trx)
  const { sourceType, sourceId, idempotencyKey, createdBy = null } = draft
  if (sourceType === undefined || sourceId === undefined)
    throw new Error(`${draft.kind} touches another company and comes from no document`)
  const owed = told.flatMap(({ siteId, shared }) =>
    [...shared.values()]
      .filter(({ partnerId }) => !known.includes(partnerId))
      .map((line) => ({ ...line, siteId }))
  )
  const partners = [...Map.groupBy(owed, ({ partnerId }) => partnerId)]
  const postedOn = await firstDayOpenInAll(
    [...known, ...partners.map(([partnerId]) => partnerId)],
    draft.postedOn,
    trx
  )
  const description = entryText(draft.description, draft.postedOn, postedOn)
  const books: BookDraft[] = told.map(({ shared, ...book }) => ({
    idempotencyKey: `${idempotencyKey}:${book.siteId}`,
    ...book,
    description: entryText(book.description, draft.postedOn, postedOn),
    lines: withPartners(book.lines, shared),
  }))
  for (const [partnerId, lines] of partners)
    books.push({
      siteId: partnerId,
      idempotencyKey: `${idempotencyKey}:${partnerId}`,
      journal: draft.journal,
      kind: `${draft.kind}${PARTNER}`,
      description,
      lines: await mirrorLines(partnerId, lines, trx),
    })
  const posted = await postBooks(
    { sourceType, sourceId, key: idempotencyKey, postedOn, books, createdBy },
    trx
  )
  const own = posted.entries.find(({ siteId }) => siteId === draft.siteId)
  if (!own) throw new Error(`${idempotencyKey} was not posted in its own book`)
  return own
}

type Shared = { partnerId: number; role: GroupRole; line: DraftLine }

/** The lines of a draft on balances with companies of the group, by their place. */
async function sharedLines({ siteId, lines }: BookDraft, trx: Transaction): Promise<Map<number, Shared>> {
  const accounts = await rows<GroupAccount>(
    `select id, code, type, group_balance, subledger_id as partner_id from ledger_accounts
      where id = any(:ids::bigint[]) and subledger = 'site' and group_balance <> 'outside'`,
    { ids: lines.map(({ accountId }) => accountId) },
    trx
  )
  if (accounts.length === 0) return new Map()
  const rolesOf = await roleFinder(siteId, trx)
  const known = new Map(accounts.map((account) => [account.id, account]))
  const shared = new Map<number, Shared>()
  for (const [index, line] of lines.entries()) {
    const account = known.get(line.accountId)
    if (!account || line.amountMinor === 0) continue
    const role =
      rolesOf(account.code)
        .map((found) => found.role)
        .find(isGroupRole) ?? formerRole(account)
    shared.set(index, { partnerId: account.partnerId, role, line })
  }
  return shared
}

type GroupAccount = {
  id: number
  code: string
  type: string
  groupBalance: 'current' | 'loan' | 'interest' | 'trade'
  partnerId: number
}

/** What an account holds whose number had a role when it was opened and has none any more. */
function formerRole({ groupBalance, type }: GroupAccount): GroupRole {
  const isOwed = type === 'asset'
  switch (groupBalance) {
    case 'current':
      return 'intercompany_current'
    case 'loan':
      return isOwed ? 'loan_receivable_short' : 'loan_payable_short'
    case 'interest':
      return isOwed ? 'interest_receivable' : 'interest_payable'
    case 'trade':
      return isOwed ? 'group_customer' : 'group_payable'
  }
  groupBalance satisfies never
  throw new Error(`Unknown balance ${String(groupBalance)}`)
}

const isGroupRole = (role: string): role is GroupRole => role in COUNTER_ROLES

/** Whose balance it is stands on the line itself. */
const withPartners = (lines: readonly DraftLine[], shared: Map<number, Shared>): DraftLine[] =>
  lines.map((line, index) => {
    const found = shared.get(index)
    return found ? { ...line, counterpartyType: 'site', counterpartyId: found.partnerId } : line
  })

async function mirrorLines(
  partnerId: number,
  owed: readonly (Shared & { siteId: number })[],
  trx: Transaction
): Promise<DraftLine[]> {
  const lines: DraftLine[] = []
  let onItsWay = 0
  for (const { siteId, role, line } of owed) {
    const baseMinor = line.baseMinor ?? line.amountMinor
    onItsWay += baseMinor
    const own = await groupLine(
      {
        siteId: partnerId,
        partnerId: siteId,
        role: COUNTER_ROLES[role],
        amountMinor: -line.amountMinor,
        ...(line.currency ? { currency: line.currency } : {}),
      },
      trx
    )
    lines.push({ ...own, baseMinor: -baseMinor, ...(line.memo ? { memo: line.memo } : {}) })
  }
  if (onItsWay === 0) return lines
  const prefix = await roleCode(partnerId, 'own_transfers_in_transit', trx)
  const transit = await ensureAccount({ siteId: partnerId, prefix }, trx)
  return [...lines, { accountId: transit.id, amountMinor: onItsWay }]
}

/** Takes an entry back with what other companies got of it (`postMirrored`). */
export async function reverseMirrored(input: Reversal, trx: Transaction): Promise<PostedEntry> {
  const shared = await row<{ groupKey: string; siteId: number }>(
    `select e.group_key, e.site_id from journal_entries e where e.id = :entryId
        and exists (select 1 from journal_entries o where o.group_key = e.group_key and o.site_id <> e.site_id)`,
    { entryId: input.entryId },
    trx
  )
  if (!shared) return negateEntry(input, trx)
  const { entryId, ...rest } = input
  const reversed = await reverseBooks({ ...rest, groupKey: shared.groupKey }, trx)
  const own = reversed.find(({ siteId }) => siteId === shared.siteId)
  if (!own) throw new Error(`Entry ${entryId} was not taken back in its own book`)
  return own
}

/**
 * Holds the books that what touches these lines or comes from these documents reaches: the company’s own and those of
 * its partners, in their order. Before anything of them is locked.
 */
export async function lockPartners(
  { siteId, accountIds = [], entryIds = [] }: { siteId: number; accountIds?: number[]; entryIds?: number[] },
  trx: Transaction
): Promise<void> {
  const partners = await rows<{ id: number }>(
    `select subledger_id as id from ledger_accounts where id = any(:accountIds::bigint[]) and subledger = 'site' and group_balance <> 'outside'
     union select o.site_id from journal_entries e join journal_entries o on o.group_key = e.group_key where e.id = any(:entryIds::bigint[])`,
    { accountIds, entryIds },
    trx
  )
  await lockBooks([siteId, ...partners.map(({ id }) => id)], trx)
}
