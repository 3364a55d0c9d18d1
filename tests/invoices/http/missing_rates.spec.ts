import { test } from '@japa/runner'
import { makeInvoiceStage } from '#tests/factories/invoice_stage'
import { foreignInvoice } from '#tests/factories/other_currencies'
import { makeSignedIn } from '#tests/factories/sign_in'

const MISSING = 'Falta el tipo de cambio para JPY a fecha 14/02/2024. Puede escribirlo en «Tipo y concepto».'

test.group('An exchange rate that is missing', () => {
  test('is told with the way to enter it, or with who can', async ({ assert, client }) => {
    const stage = await makeInvoiceStage()
    const id = await foreignInvoice(stage, { currency: 'JPY', issuedOn: '2024-02-14' })
    const told: Record<string, unknown> = {}
    for (const role of ['superC0ntab1l1dad', 'c0ntab1l1dad'] as const) {
      const { session } = await makeSignedIn(role, { siteIds: [stage.siteId] })
      const response = await client
        .post(`/invoices/${id}/submission`)
        .withSession(session)
        .withCsrfToken()
        .header('accept', 'text/html')
        .redirects(0)
      told[role] = [response.flashMessage('error'), response.flashMessage('remedy')]
    }

    assert.deepEqual(told, {
      superC0ntab1l1dad: [MISSING, { label: 'Ir a «Tipos de cambio»', href: '/accounts/fx-rates' }],
      c0ntab1l1dad: [`${MISSING} Pida a contabilidad sénior que lo añada en «Tipos de cambio».`, undefined],
    })
  })

  test('the way comes with the page, once', async ({ assert, client }) => {
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const remedy = { label: 'Ir a «Tipos de cambio»', href: '/accounts/fx-rates' }
    const read = async (flashed: Record<string, unknown>) =>
      (
        await client
          .get('/2faSecurity')
          .withSession(session)
          .withFlashMessages(flashed as never)
          .withInertia()
      ).inertiaProps as { flash: unknown }

    assert.deepEqual((await read({ error: MISSING, remedy })).flash, { error: MISSING, remedy })
    assert.deepEqual((await read({ remedy: { label: 'Sin destino' } })).flash, {})
  })
})
