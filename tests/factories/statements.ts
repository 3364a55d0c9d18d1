import { importStatement } from '#app/accounts/actions/import_statement'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import { SYSTEM } from '#app/audit/record_event'
import { rows } from '#app/kernel/database/sql'
import { decimalText } from '#app/kernel/money/money'

type Movement = {
  on: string
  cents: number
  text: string
  balance?: number
  name?: string
  iban?: string
  reference?: string
}

/** A statement as a bank's CSV: its columns are found by their headings. */
export function csvStatement(movements: Movement[]): Uint8Array {
  const lines = movements.map(({ on, cents, text, balance, name = '', iban = '', reference = '' }) =>
    [
      on,
      text,
      decimalText(cents),
      balance === undefined ? '' : decimalText(balance),
      name,
      iban,
      reference,
    ].join(';')
  )
  return Buffer.from(['Fecha;Concepto;Importe;Saldo;Beneficiario;IBAN;Referencia', ...lines].join('\n'))
}

const insists = { unbalanced: true, unreadableRows: true }
const careful = { unbalanced: false, unreadableRows: false }

/** Uploads and imports in one go, refusing whatever is wrong unless `insisting`. */
export async function importBytes(
  bankAccountId: number,
  bytes: Uint8Array,
  how: 'careful' | 'insisting' = 'careful'
) {
  const fileId = await uploadStatement({ bankAccountId, name: 'extracto.txt', bytes, actor: SYSTEM })
  return importStatement({
    bankAccountId,
    fileId,
    accepts: how === 'insisting' ? insists : careful,
    actor: SYSTEM,
  })
}

export type LineRow = { id: number; amountMinor: number; status: string; rawText: string; normText: string }

/** The movements of an account in the order they came. */
export function linesOf(bankAccountId: number): Promise<LineRow[]> {
  return rows<LineRow>(
    `select id, amount_minor, status, raw_text, norm_text from bank_statement_lines where bank_account_id = :bankAccountId order by id`,
    { bankAccountId }
  )
}
