import { test } from '@japa/runner'
import { bookIfAutomatic } from '#app/invoices/booking/book_if_automatic'
import Invoice from '#app/invoices/models/invoice'
import { execute } from '#app/kernel/database/sql'
import { makeInvoiceStage, reviewed } from '#tests/factories/invoice_stage'
import { agreeDirectBooking } from '#tests/factories/second_person'
import { makeProfile, word } from '#tests/profiles/profile_stage'

const LIMIT_MINOR = 12_100
const MIN_SCORE = 30

type Read = { score?: number; confidence?: number; totalMinor?: number; requiresApproval?: boolean }

/** What becomes of an invoice whose every line fell to a profile that books alone; each of a company of its own. */
async function outcome({
  score = 2 * MIN_SCORE,
  confidence = 0.99,
  totalMinor = LIMIT_MINOR,
  requiresApproval = false,
}: Read): Promise<string> {
  const stage = await makeInvoiceStage()
  const profileId = await makeProfile(stage.senior, {
    name: `Sin revisión ${stage.siteId}`,
    siteIds: [stage.siteId],
    autoBook: true,
    requiresApproval,
    minScore: MIN_SCORE,
    keywords: [word('suministro')],
  })
  const id = await reviewed(stage, { totalMinor })
  await agreeDirectBooking(stage.siteId, LIMIT_MINOR)
  await execute(
    `update invoice_lines set profile_id = :profileId, match_state = 'matched', match_score = :score where invoice_id = :id`,
    { id, profileId, score }
  )
  const field = { confidence }
  await execute(`update invoices set reading = :reading where id = :id`, {
    id,
    reading: JSON.stringify({ fields: { invoiceNumber: field, issueDate: field, total: field } }),
  })
  await bookIfAutomatic(id)
  return (await Invoice.findOrFail(id)).status
}

test.group('Invoices that the machine books by itself', () => {
  test('one that every profile lets go, as surely as they ask, within the limit of its company', async ({
    assert,
  }) => {
    assert.equal(await outcome({}), 'booked')
  })

  test('a doubt of any kind leaves it for a person', async ({ assert }) => {
    for (const doubt of [
      { score: 2 * MIN_SCORE - 1 },
      { requiresApproval: true },
      { confidence: 0.94 },
      { totalMinor: LIMIT_MINOR + 121 },
    ])
      assert.equal(await outcome(doubt), 'pending_review', JSON.stringify(doubt))
  })
})
