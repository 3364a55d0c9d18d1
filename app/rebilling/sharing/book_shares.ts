import type { Actor } from '#app/audit/record_event'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { groupLine } from '#app/ledger/actions/group_account'
import { type BookDraft, postBooks } from '#app/ledger/actions/post_books'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import { costAccount } from '#app/rebilling/postings/cost_account'
import { readShares, type SharedLine, sharePartsOf } from '#app/rebilling/sharing/read_shares'

export const SHARED_INVOICE = 'invoice_share'

/** Companies that bear a part of an invoice beside its own, in the order of their keys. */
export async function sharingCompanies(invoiceId: number, trx: Transaction): Promise<number[]> {
  const found = await rows<{ siteId: number }>(
    `select distinct t.site_id from cost_shares s join cost_share_targets t on t.share_id = s.id join invoices i on i.id = s.invoice_id
      where s.invoice_id = :invoiceId and t.site_id <> i.site_id and (s.covers_invoice or exists (select 1 from cost_share_lines h where h.share_id = s.id)) order by 1`,
    { invoiceId },
    trx
  )
  return found.map(({ siteId }) => siteId)
}

type Booked = {
  id: number
  siteId: number
  version: number
  postedOn: CalendarDate
  name: string
}
type Part = { siteId: number; line: SharedLine; amountMinor: number }

/**
 * Books what other companies bear of a booked invoice, in all their books or in none: who received it takes their part out of its
 * cost and has it with them on the current account; they have the same cost. Throws E_NO_KEY, E_PERIOD_CLOSED with the company.
 */
export async function bookShares(
  { invoiceId, actor }: { invoiceId: number; actor: Actor },
  trx: Transaction
): Promise<void> {
  const shares = await readShares(invoiceId, trx)
  if (shares.length === 0) return
  const booked = await oneRow<Booked>(
    `select i.id, i.site_id, i.booking_version as version, i.posted_on, coalesce(i.invoice_number, i.reference) || ' de ' || p.legal_name as name
       from invoices i join providers p on p.id = i.provider_id where i.id = :invoiceId`,
    { invoiceId },
    trx
  )
  const parts = shares
    .flatMap((share) => sharePartsOf(share))
    .filter(({ siteId }) => siteId !== booked.siteId)
    .flatMap(({ siteId, lines }) => lines.map((line) => ({ siteId, ...line })))
    .filter(({ amountMinor }) => amountMinor !== 0)
  if (parts.length === 0) return
  const { groupKey } = await postBooks(
    {
      sourceType: SHARED_INVOICE,
      sourceId: invoiceId,
      key: `booked:${booked.version}`,
      postedOn: booked.postedOn,
      books: await booksOf(booked, parts, trx),
      createdBy: actor.userId,
    },
    trx
  )
  await keep(booked, parts, { groupKey, actor }, trx)
}

async function booksOf(booked: Booked, parts: readonly Part[], trx: Transaction): Promise<BookDraft[]> {
  const bySite = Map.groupBy(parts, ({ siteId }) => siteId)
  const books: BookDraft[] = []
  const owed: DraftLine[] = []
  for (const [siteId, own] of bySite) {
    const amountMinor = own.reduce((sum, part) => sum + part.amountMinor, 0)
    // Parts of lines and of credits on one invoice may come to nothing: then neither owes the other.
    if (amountMinor !== 0) owed.push(await owedBy(booked.siteId, siteId, amountMinor, trx))
    books.push({
      siteId,
      journal: 'compras',
      kind: 'invoice.share_received',
      description: `Parte de la factura ${booked.name}`.slice(0, 250),
      lines: [
        ...(await costLines(siteId, own, 1, trx)),
        ...(amountMinor === 0 ? [] : [await owedBy(siteId, booked.siteId, -amountMinor, trx)]),
      ],
    })
  }
  return [
    {
      siteId: booked.siteId,
      journal: 'compras',
      kind: 'invoice.share',
      description: `Parte de otras empresas de la factura ${booked.name}`.slice(0, 250),
      lines: [...owed, ...(await costLines(booked.siteId, parts, -1, trx))],
    },
    ...books,
  ]
}

const owedBy = (siteId: number, partnerId: number, amountMinor: number, trx: Transaction) =>
  groupLine({ siteId, partnerId, role: 'intercompany_current', amountMinor }, trx)

/** Costs by account, category and centre; a centre is one company’s own. */
async function costLines(
  siteId: number,
  parts: readonly Part[],
  sign: 1 | -1,
  trx: Transaction
): Promise<DraftLine[]> {
  const isOrigin = sign === -1
  const keyOf = ({ line }: Part) => `${line.accountCode}|${line.categoryId}|${isOrigin ? line.centerId : ''}`
  const drafted: DraftLine[] = []
  for (const group of Map.groupBy(parts, keyOf).values()) {
    const [first] = group
    const amountMinor = sign * group.reduce((sum, part) => sum + part.amountMinor, 0)
    if (!first || amountMinor === 0) continue
    drafted.push({
      accountId: await costAccount(siteId, first.line.accountCode, trx),
      amountMinor,
      categoryId: first.line.categoryId,
      ...(isOrigin && first.line.centerId !== null ? { centerId: first.line.centerId } : {}),
      memo: first.line.concept.slice(0, 250),
    })
  }
  return drafted
}

async function keep(
  booked: Booked,
  parts: readonly Part[],
  { groupKey, actor }: { groupKey: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into shared_costs (invoice_id, line_id, version, origin_site_id, target_site_id, amount_minor, posted_on, group_key, created_by)
     select :invoiceId, p.line_id, :version, :siteId, p.site_id, p.amount_minor, :postedOn, :groupKey::uuid, :userId::bigint
       from jsonb_to_recordset(:parts::jsonb) as p(line_id bigint, site_id bigint, amount_minor bigint)`,
    {
      invoiceId: booked.id,
      version: booked.version,
      siteId: booked.siteId,
      postedOn: booked.postedOn,
      groupKey,
      userId: actor.userId,
      parts: JSON.stringify(
        parts.map(({ siteId, line, amountMinor }) => ({
          line_id: line.lineId,
          site_id: siteId,
          amount_minor: amountMinor,
        }))
      ),
    },
    trx
  )
}

/** Takes back in every book what was booked of an invoice at other companies. */
export async function takeSharesBack(
  { invoiceId, reason, actor }: { invoiceId: number; reason: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  const live = await rows<{ groupKey: string }>(
    `select distinct group_key from shared_costs where invoice_id = :invoiceId and taken_back_at is null`,
    { invoiceId },
    trx
  )
  for (const { groupKey } of live) await reverseBooks({ groupKey, reason, createdBy: actor.userId }, trx)
  await execute(
    `update shared_costs set taken_back_at = now() where invoice_id = :invoiceId and taken_back_at is null`,
    { invoiceId },
    trx
  )
}
