import type { StatementLine } from '#app/accounts/statements/statement_lines'
import type { Progress } from '#app/jobs/queue'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { storableJson } from '#app/kernel/database/storable_json'

const chunkSize = 5000

type Target = {
  bankAccountId: number
  statementIds: ReadonlyMap<number, number>
  progress?: Progress | undefined
}

/** Writes movements, some thousands in one statement, telling how far it is; gives how many were new to the account. */
export async function insertStatementLines(
  lines: readonly StatementLine[],
  target: Target,
  trx: Transaction
): Promise<number> {
  let inserted = 0
  for (let from = 0; from < lines.length; from += chunkSize) {
    await target.progress?.(from, lines.length)
    inserted += await insertChunk(lines.slice(from, from + chunkSize), target, trx)
  }
  await target.progress?.(lines.length, lines.length)
  return inserted
}

function insertChunk(
  lines: readonly StatementLine[],
  { bankAccountId, statementIds }: Target,
  trx: Transaction
): Promise<number> {
  const records = lines.map((line) => ({
    statement_id: statementIds.get(line.statementNo),
    external_id: line.externalId,
    booked_on: line.bookedOn,
    value_on: line.valueOn,
    amount_minor: line.amountMinor,
    currency: line.currency,
    balance_after_minor: line.balanceAfterMinor,
    counterparty_name: line.counterpartyName,
    counterparty_iban: line.counterpartyIban,
    reference: line.reference,
    end_to_end_id: line.endToEndId,
    raw_text: withoutNul(line.rawText),
    norm_text: withoutNul(line.normText),
    raw: line.raw,
    status: line.status,
    ignore_reason: line.status === 'ignored' ? 'Sin importe' : null,
  }))
  return execute(
    `insert into bank_statement_lines (statement_id, bank_account_id, external_id, booked_on, value_on, amount_minor, currency, balance_after_minor,
        counterparty_name, counterparty_iban, reference, end_to_end_id, raw_text, norm_text, raw, status, ignore_reason)
     select statement_id, :bankAccountId, external_id, booked_on, value_on, amount_minor, currency, balance_after_minor,
        counterparty_name, counterparty_iban, reference, end_to_end_id, raw_text, norm_text, raw, status, ignore_reason
       from jsonb_to_recordset(:records::jsonb) as r(statement_id bigint, external_id text, booked_on date, value_on date, amount_minor bigint, currency text,
        balance_after_minor bigint, counterparty_name text, counterparty_iban text, reference text, end_to_end_id text, raw_text text, norm_text text,
        raw jsonb, status text, ignore_reason text)
     on conflict (bank_account_id, external_id) do nothing`,
    { bankAccountId, records: storableJson(records) },
    trx
  )
}

const withoutNul = (text: string) => text.replaceAll('\0', '')
