import { execute, row, type Transaction } from '#app/kernel/database/sql'

export type LetteredLine = { journalLineId: number; amountMinor: number }
type Input = {
  siteId: number
  accountId: number
  lines: LetteredLine[]
  status: 'partial' | 'full'
  createdBy: number | null
}

/**
 * Punteo: binds lines of one account whose amounts add up to zero under the company's next code (`A-000123`). The
 * caller holds the company's reconciliation lock. Gives the code.
 */
export async function letterLines(
  { siteId, accountId, lines, status, createdBy }: Input,
  trx: Transaction
): Promise<string> {
  const sum = lines.reduce((total, line) => total + line.amountMinor, 0)
  if (sum !== 0) throw new Error(`Lines lettered together differ by ${sum}`)
  const code = await nextCode(siteId, trx)
  await execute(
    `with made as (insert into reconciliations (site_id, account_id, code, status, created_by) values (:siteId, :accountId, :code, :status, :createdBy) returning id)
     insert into reconciliation_lines (reconciliation_id, journal_line_id, amount_minor)
     select made.id, l."journalLineId", l."amountMinor" from made, jsonb_to_recordset(:lines::jsonb) as l("journalLineId" bigint, "amountMinor" bigint)`,
    { siteId, accountId, code, status, createdBy, lines: JSON.stringify(lines) },
    trx
  )
  return code
}

async function nextCode(siteId: number, trx: Transaction): Promise<string> {
  const last = await row<{ code: string }>(
    `select code from reconciliations where site_id = :siteId and code ~ '^A-[0-9]+$' order by length(code) desc, code desc limit 1`,
    { siteId },
    trx
  )
  return `A-${String(Number(last?.code.slice(2) ?? 0) + 1).padStart(6, '0')}`
}

/** Takes away every punteo that a line of these entries is in. */
export async function unletterEntries(entryIds: number[], trx: Transaction): Promise<void> {
  await execute(
    `delete from reconciliations where id in (
       select r.reconciliation_id from reconciliation_lines r join journal_lines l on l.id = r.journal_line_id where l.entry_id = any(:entryIds::bigint[]))`,
    { entryIds },
    trx
  )
}
