import type { Actor } from '#app/audit/record_event'
import type Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { joined, normalText } from '#app/profiles/matching/normal_text'

type Chosen = {
  invoice: Pick<Invoice, 'id' | 'providerId'>
  /** Null: every line of the invoice. */
  lineId: number | null
  categoryId: number | null
  actor: Actor
}

type Choice = { lineId: number; profileId: number; categoryId: number; userId: number | null }

/** Keeps which of the profiles that tied a person chose for a line. */
export async function noteChoice(
  { lineId, profileId, categoryId, userId }: Choice,
  trx: Transaction
): Promise<void> {
  const { concept, predictedId } = await oneRow<{ concept: string; predictedId: number | null }>(
    `select concept, profile_id as predicted_id from invoice_lines where id = :lineId`,
    { lineId },
    trx
  )
  await writeCorrection(
    { id: lineId, concept, predictedId, chosenId: profileId },
    { categoryId, userId },
    trx
  )
}

type Line = { id: number; concept: string; predictedId: number | null; chosenId: number | null }

/**
 * Keeps what a person chose in place of the machine, before the lines change: keywords are suggested from it. The
 * profile that was meant is the one of the category among those that were shown, else the supplier's only one with it;
 * the line then is that profile's.
 */
export async function noteCorrections(
  { invoice, lineId, categoryId, actor }: Chosen,
  trx: Transaction
): Promise<void> {
  if (categoryId === null) return
  const lines = await rows<Line>(
    `select l.id, l.concept, l.profile_id as predicted_id, coalesce(
        (select p.id from jsonb_array_elements(case when jsonb_typeof(l.match_explanation -> 'candidates') = 'array' then l.match_explanation -> 'candidates' else '[]' end)
            with ordinality as c(shown, place) join expense_profiles p on p.id = (c.shown ->> 'profileId')::bigint
          where p.category_id = :categoryId and p.active order by c.place limit 1),
        (select min(p.id) from expense_profiles p where p.provider_id = :providerId and p.category_id = :categoryId and p.active having count(*) = 1)) as chosen_id
       from invoice_lines l where l.invoice_id = :invoiceId and (:lineId::bigint is null or l.id = :lineId) and l.category_id is distinct from :categoryId`,
    { invoiceId: invoice.id, providerId: invoice.providerId, lineId, categoryId },
    trx
  )
  for (const { id, concept, predictedId, chosenId } of lines) {
    await writeCorrection({ id, concept, predictedId, chosenId }, { categoryId, userId: actor.userId }, trx)
    await execute(`update invoice_lines set profile_id = :chosenId where id = :id`, { id, chosenId }, trx)
  }
}

async function writeCorrection(
  { id, concept, predictedId, chosenId }: Line,
  { categoryId, userId }: { categoryId: number; userId: number | null },
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into profile_corrections (invoice_line_id, predicted_profile_id, chosen_profile_id, chosen_category_id, user_id, text_norm)
     values (:id, :predictedId, :chosenId, :categoryId, :userId, :textNorm)`,
    { id, predictedId, chosenId, categoryId, userId, textNorm: joined(normalText(concept)) },
    trx
  )
}
