import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { row } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { findRate } from '#app/ledger/queries/fx_rates'
import { makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

const post = (client: ApiClient, session: SessionData, path: string, body: object) =>
  client
    .post(path)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/accounts/fx-rates')
    .redirects(0)
    .json(body) as unknown as Promise<ApiResponse>

test.group('Exchange rates over HTTP', () => {
  test('a rate by hand is kept with its comma, and what is none is told at its field', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const save = (body: object) => post(client, session, '/accounts/fx-rates', body)

    for (const rate of ['', '0', '-1', 'uno', '1.084,2', '1,123456789'])
      assert.match(
        String(errorAt(await save({ currency: 'USD', on_date: '2023-05-02', rate }), 'rate')),
        /tipo de cambio|obligatorio/
      )
    assert.isDefined(errorAt(await save({ currency: 'EUR', on_date: '2023-05-02', rate: '1' }), 'currency'))
    assert.isDefined(errorAt(await save({ currency: 'USD', on_date: '2099-01-01', rate: '1' }), 'on_date'))
    await save({ currency: 'USD', on_date: '2023-05-02', rate: '1,0842' })

    assert.equal((await findRate('USD', calendarDate('2023-05-02')))?.rate, '1.0842')
  })

  test('everybody of accounting reads them; who may not change them is refused', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')

    const page = await client.get('/accounts/fx-rates').withSession(session).withInertia()
    await post(client, session, '/accounts/fx-rates', {
      currency: 'USD',
      on_date: '2023-06-02',
      rate: '1,08',
    })

    page.assertStatus(200)
    assert.equal(page.inertiaProps.canChange, false)
    assert.isNull(await findRate('USD', calendarDate('2023-06-02')))
  })

  test('differences of a company outside one’s scope are not found', async ({ client, assert }) => {
    const [own, other] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [own.siteId] })
    const revalue = (siteId: number) =>
      post(client, session, '/accounts/fx-rates/revaluation', { site_id: siteId, on_date: '2025-12-31' })

    const refused = await revalue(other.siteId)
    refused.assertStatus(404)
    assert.equal((await revalue(own.siteId)).status(), 302)
    assert.isNull(
      await row(
        `select 1 as found from journal_entries where site_id = :siteId and kind = 'fx.revaluation'`,
        other
      )
    )
  })
})
