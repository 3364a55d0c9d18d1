import { test } from '@japa/runner'
import { noteRestore } from '#app/issuing/events/note_restore'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeSite } from '#tests/factories/books'
import { makeIssuingStage } from '#tests/factories/issuing'

const eventsOf = (siteId: number) =>
  rows<{ type: string; note: string | null }>(
    `select type, note from verifactu_events where site_id = :siteId order by seq`,
    { siteId }
  )

test.group('Billing records after a restore', () => {
  test('a company with VERI*FACTU notes from which backup they are, in its chain of events', async ({
    assert,
  }) => {
    const { issuer } = await makeIssuingStage()
    const without = await makeSite()

    await inTransaction((trx) => noteRestore({ takenAt: new Date('2026-06-01T00:30:00Z') }, trx))

    assert.deepEqual((await eventsOf(issuer.siteId)).at(-1), {
      type: '07',
      note: 'Copia del 01/06/2026 02:30',
    })
    assert.isEmpty(await eventsOf(without.siteId))
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })
})
