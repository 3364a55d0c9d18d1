import { test } from '@japa/runner'
import { oneRow, row } from '#app/kernel/database/sql'
import { makeAccount, makeBankAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

const BEYOND = '99999999999999999999999999'

test.group('Input that no form of ours sends', () => {
  test('addresses with odd values in them are pages, not failures', async ({ assert, client }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const { siteId } = await makeSite()
    const accountId = await makeBankAccount(siteId)
    await importBytes(accountId, csvStatement([{ on: '2026-04-10', cents: -4_500, text: 'COMISION' }]))
    const paths = [
      '/invoices?q=%00',
      '/providers?q=a%00b',
      '/accounts/journal?q=%ED%A0%80',
      '/employees?q=%00&page=-1&per_page=x&sort[]=code',
      `/accounts/${accountId}/reconcile?line=1.5`,
      `/accounts/${accountId}/reconcile?line=${BEYOND}`,
      `/accounts/${accountId}/reconcile?items=%00`,
      '/announcements/manage?type[]=feature&status[x]=draft',
      '/accounts/open-items?as_of=2026-02-30&party=%00&code[]=4',
      '/resumen?from=2026-13&to[]=1',
      '/accounts/periods?site_ids[]=-1',
      '/exports?x=%00',
      ...['["x",1]', '["2026-02-31",1]', '[{"a":1},1]', '["99999999999999999999",1]', 'null', '[1]'].flatMap(
        (cursor) =>
          ['/accounts/journal', '/providers?sort=legal_name', '/paysuppliers?sort=amount'].map(
            (path) =>
              `${path}${path.includes('?') ? '&' : '?'}per_page=all&cursor=${Buffer.from(cursor).toString('base64url')}`
          )
      ),
      '/registrar-factura?empresa=%00',
      '/set-password/%00',
    ]

    const failed: string[] = []
    for (const path of paths) {
      const response = await client.get(path).withSession(session).withInertia().redirects(0)
      if (response.status() >= 500) failed.push(`${path}: ${response.status()}`)
    }

    assert.deepEqual(failed, [])
  })

  test('a sign that no text has is left out of what somebody sends, and the rest is kept', async ({
    assert,
    client,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const { siteId } = await makeSite()
    const [debit, credit] = [await makeAccount(siteId, '629'), await makeAccount(siteId, '570')]
    const line = (account_id: number, more: object) => ({
      account_id,
      memo: 'Falta\u0000 en caja\ud800',
      ...more,
    })

    const response = await client
      .post('/accounts/journal/manual')
      .withSession(session)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .redirects(0)
      .json({
        site_id: siteId,
        posted_on: '2026-03-10',
        description: 'Arqueo\u0000 de caja',
        lines: [line(debit, { debit: '10,00' }), line(credit, { credit: '10,00' })],
      })

    response.assertStatus(302)
    const kept = await row<{ description: string; memo: string }>(
      `select description, lines -> 0 ->> 'memo' as memo from manual_entries where site_id = :siteId`,
      { siteId }
    )
    assert.deepEqual(kept, { description: 'Arqueo de caja', memo: 'Falta en caja\ufffd' })
  })

  test('a key that no row can have is told at its field', async ({ assert, client }) => {
    const { session } = await makeSignedIn('s1st3ma')

    for (const site_id of [1e300, 2 ** 53, BEYOND]) {
      const response = await client
        .post('/accounts/plan/template')
        .withSession(session)
        .withCsrfToken()
        .header('x-inertia', 'true')
        .redirects(0)
        .json({ site_id, plan: 'normal' })

      assert.deepEqual(response.flashMessage('inputErrorsBag'), {
        site_id: ['El valor seleccionado no es válido.'],
      })
    }
  })

  test('a code of the second factor that is no text is asked for again', async ({ assert, client }) => {
    const { person, session } = await makeSignedIn('s1st3ma')

    const response = await client
      .post('/step-up')
      .withSession(session)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .redirects(0)
      .json({ _step_up_code: { a: 1 } })

    response.assertStatus(302)
    const { steppedUp } = await oneRow<{ steppedUp: boolean }>(
      `select bool_or(step_up_at is not null) as stepped_up from user_sessions where user_id = :id`,
      { id: person.id }
    )
    assert.isFalse(steppedUp)
  })
})
