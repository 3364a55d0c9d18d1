import { test } from '@japa/runner'
import { makeSite } from '#tests/factories/books'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

type Amount = { minor: number }

test.group('Suppliers over HTTP', () => {
  test('what is owed to a supplier counts only the companies of the reader', async ({ assert, client }) => {
    const treasury = await makeTreasury()
    await makeBookedInvoice(treasury, 'S-1', 12_100)
    const { siteId } = await makeSite()
    const [near, far] = [
      await makeSignedIn('c0ntab1l1dad', { siteIds: [treasury.siteId] }),
      await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] }),
    ]

    const pending: number[] = []
    for (const { session } of [near, far]) {
      const list = await client
        .get(`/providers?q=${encodeURIComponent(treasury.providerName.replace(', S.L.', ''))}`)
        .withSession(session)
        .withInertia()
      const page = await client
        .get(`/providers/${treasury.provider.id}/edit`)
        .withSession(session)
        .withInertia()
      const { providers } = list.inertiaProps as {
        providers: { rows: { id: number; pending: Amount }[] }
      }
      const { figures } = page.inertiaProps as { figures: { pending: Amount } }
      const row = providers.rows.find(({ id }) => id === treasury.provider.id)
      pending.push(row?.pending.minor ?? -1, figures.pending.minor)
    }

    assert.deepEqual(pending, [12_100, 12_100, 0, 0])
  })
})
