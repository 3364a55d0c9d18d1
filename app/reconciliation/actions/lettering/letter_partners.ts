import type { Actor } from '#app/audit/record_event'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { letterLines } from '#app/ledger/actions/letter_lines'

type Item = { journalLineId: number; amountMinor: number }

type Pair = {
  siteId: number
  accountId: number
  owedId: number
  owedMinor: number
  paidId: number
  isWhole: boolean
}

/**
 * What a movement settles of a balance with another company is settled in that company’s book as well: the other side of each
 * item, where it is known by its operation and open, is lettered with the other side of the movement’s entry.
 */
export async function letterPartners(
  entryId: number,
  items: readonly Item[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const { siteId, accountId, owedId, owedMinor, paidId, isWhole } of await pairsOf(entryId, items, trx))
    await letterLines(
      {
        siteId,
        accountId,
        lines: [
          { journalLineId: owedId, amountMinor: owedMinor },
          { journalLineId: paidId, amountMinor: -owedMinor },
        ],
        status: isWhole ? 'full' : 'partial',
        createdBy: actor.userId,
      },
      trx
    )
}

/** Of an item: the line of its operation that says the same in the partner’s book, and that of the entry; each once. */
function pairsOf(entryId: number, items: readonly Item[], trx: Transaction): Promise<Pair[]> {
  return rows<Pair>(
    `with own as (select group_key, site_id from journal_entries where id = :entryId and group_key is not null),
     asked as (
       select o.site_id, o.account_id, o.id as owed_id, -i."amountMinor" as owed_minor, abs(o.amount_minor) - coalesce(abs(r.lettered), 0) as open_minor,
              row_number() over (partition by o.account_id, i."amountMinor" order by o.id) as place
         from own cross join jsonb_to_recordset(:items::jsonb) as i("journalLineId" bigint, "amountMinor" bigint)
         join group_lines mine on mine.id = i."journalLineId"
         join lateral (select * from group_lines g where g.group_key = mine.group_key and g.reverses_id is null and g.site_id = mine.partner_id
            and g.partner_id = mine.site_id and g.group_balance = mine.group_balance and g.currency = mine.currency and g.amount_minor = -mine.amount_minor order by g.id limit 1) o on true
         left join lateral (select sum(amount_minor) as lettered from reconciliation_lines where journal_line_id = o.id) r on true),
     paid as (
       select p.id, p.account_id, p.amount_minor, row_number() over (partition by p.account_id, p.amount_minor order by p.id) as place
         from own join group_lines p on p.group_key = own.group_key and p.site_id <> own.site_id)
     select a.site_id, a.account_id, a.owed_id, a.owed_minor, p.id as paid_id, abs(a.owed_minor) = a.open_minor as is_whole
       from asked a join paid p on p.account_id = a.account_id and p.amount_minor = -a.owed_minor and p.place = a.place
      where abs(a.owed_minor) <= a.open_minor order by a.owed_id`,
    { entryId, items: JSON.stringify(items) },
    trx
  )
}

/** Takes that lettering away again, with the entries of a movement. */
export async function unletterPartners(entryIds: readonly number[], trx: Transaction): Promise<void> {
  await execute(
    `delete from reconciliations where id in (
       select r.reconciliation_id from journal_entries own join group_lines p on p.group_key = own.group_key and p.site_id <> own.site_id
         join reconciliation_lines r on r.journal_line_id = p.id where own.id = any(:entryIds::bigint[]))`,
    { entryIds: [...entryIds] },
    trx
  )
}
