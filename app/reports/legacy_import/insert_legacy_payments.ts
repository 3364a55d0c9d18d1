import type { ApplyWork } from '#app/imports/opened_import'
import type { RightRow } from '#app/imports/table_import'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import type { LegacyPayment } from '#app/reports/legacy_import/read_legacy_payment'

const CHUNK = 1000

/**
 * Writes payments into the history. The account is found by its IBAN or its name in the company; what somebody else imported
 * meanwhile is left out. Gives how many were written.
 */
export async function insertLegacyPayments(
  right: readonly RightRow<LegacyPayment>[],
  { importId, progress }: ApplyWork,
  trx: Transaction
): Promise<number> {
  let imported = 0
  for (let from = 0; from < right.length; from += CHUNK) {
    const chunk = right.slice(from, from + CHUNK).map(({ rowNo, value }) => ({
      row_no: rowNo,
      raw: value.raw,
      fingerprint: value.fingerprint,
      paid_on: value.paidOn,
      site_id: value.siteId,
      kind: value.kind,
      payee: value.payee,
      concept: value.concept,
      amount_minor: value.amountMinor,
      currency: value.currency,
      iban: value.iban,
      account_text: value.accountText,
      account_iban: value.accountText ? normalizeIban(value.accountText) : null,
      reference: value.reference,
    }))
    imported += await execute(
      `insert into legacy_payments (import_batch, row_no, raw, fingerprint, paid_on, site_id, kind, payee, concept, amount_minor, currency, iban, account_text, reference, bank_account_id)
       select :importId::uuid, r.row_no, r.raw, r.fingerprint, r.paid_on, r.site_id, r.kind, r.payee, r.concept, r.amount_minor, r.currency, r.iban, r.account_text, r.reference,
          (select b.id from bank_accounts b where b.site_id = r.site_id and (b.iban = r.account_iban or lower(b.name) = lower(r.account_text)) limit 1)
         from jsonb_to_recordset(:chunk::jsonb) as r(row_no int, raw jsonb, fingerprint text, paid_on date, site_id bigint, kind text, payee text, concept text,
            amount_minor bigint, currency char(3), iban text, account_text text, account_iban text, reference text)
       on conflict (fingerprint) do nothing`,
      { importId, chunk: JSON.stringify(chunk) },
      trx
    )
    await progress?.(from + chunk.length, right.length)
  }
  return imported
}
