import { setDeductible } from '#app/invoices/editing/set_deductible'
import { takeAgreedTaxes } from '#app/invoices/intake/take_agreed_taxes'
import type Invoice from '#app/invoices/models/invoice'
import { classify } from '#app/invoices/queries/classify'
import { linesContext } from '#app/invoices/queries/lines_context'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'

type Line = {
  id: number
  concept: string
  baseMinor: number
  categoryId: number | null
  profileId: number | null
  matchState: string
}

/**
 * Classifies the lines of an invoice again with the profiles of now; what a person chose stays. `unsure`: only those
 * that no profile had matched. Gives how many changed.
 */
export async function reclassifyLines(
  invoice: Invoice,
  which: 'unsure' | 'all',
  trx: Transaction
): Promise<number> {
  const lines = await rows<Line>(
    `select id, concept, base_minor, category_id, profile_id, match_state from invoice_lines
      where invoice_id = :id and match_state <> 'manual' and (:all or match_state <> 'matched' or category_id is null) order by position`,
    { id: invoice.id, all: which === 'all' },
    trx
  )
  if (lines.length === 0) return 0
  const context = await linesContext(invoice, trx)
  let changed = 0
  for (const line of lines) {
    const choice = await classify({ ...context, concept: line.concept, baseMinor: line.baseMinor }, trx)
    const isSame =
      choice.categoryId === line.categoryId &&
      choice.profileId === line.profileId &&
      choice.state === line.matchState
    if (isSame) continue
    changed++
    await execute(
      `update invoice_lines set category_id = :categoryId, profile_id = :profileId, account_code = :accountCode, center_id = coalesce(:centerId, center_id),
          match_score = :score, match_state = :state, match_explanation = :explanation, updated_at = now() where id = :id`,
      {
        id: line.id,
        categoryId: choice.categoryId,
        profileId: choice.profileId,
        accountCode: choice.accountCode,
        centerId: choice.centerId,
        score: choice.score,
        state: choice.state,
        explanation: JSON.stringify(choice.explanation),
      },
      trx
    )
  }
  if (changed > 0) {
    await setDeductible(invoice.id, trx)
    await takeAgreedTaxes(invoice.id, trx)
  }
  return changed
}
