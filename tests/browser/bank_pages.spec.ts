import { test } from '@japa/runner'
import type { BeneficiaryField, BeneficiaryForm } from '#app/banking/bank_provider'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeBankStage, playBank } from '#tests/factories/bank_pages'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const field = (key: string, label: string): BeneficiaryField => ({
  key,
  label,
  kind: 'text',
  isNeeded: true,
  changesOthers: false,
  options: [],
  example: null,
  minLength: null,
  maxLength: null,
  pattern: null,
})

/** A bank that asks for the e-mail of whom it pays in pounds, and of nobody else. */
const form = async (_connection: unknown, _client: unknown, { currency }: { currency: string }) =>
  ({
    kinds: [
      currency === 'GBP'
        ? {
            code: 'sort_code',
            title: 'Cuenta del Reino Unido',
            fields: [
              field('details.accountNumber', 'Número de cuenta'),
              field('details.email', 'Correo electrónico'),
            ],
          }
        : { code: 'iban', title: 'IBAN', fields: [field('details.IBAN', 'IBAN')] },
    ],
  }) satisfies BeneficiaryForm

/** The names that the server gives the fields that are shown as wrong. */
const wrongFields = ({ page }: ShellPage) =>
  page
    .locator('[aria-invalid="true"]')
    .evaluateAll((fields) =>
      fields.map((field) => field.getAttribute('name') ?? field.id.replace('field-', ''))
    )

test.group('Pages of banks in the browser', (group) => {
  startClean(group)
  group.each.setup(() =>
    playBank('wise', {
      beneficiaries: {
        list: async () => [],
        form,
        create: async () => ({ kind: 'refused', message: 'No', fieldErrors: {} }),
      },
      quotes: { create: async () => ({ kind: 'refused', message: 'No' }), currencies: ['EUR', 'GBP'] },
    })
  )

  test('the e-mail of somebody new is asked for once, by the bank or by the page', async ({ assert }) => {
    const stage = await makeBankStage('wise')
    const user = await makeUser('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const shell = await ShellPage.open(user, `/wises/${stage.connectorId}/recipients/create`)
    const { page } = shell
    const email = page.getByLabel('Correo electrónico')
    await page.getByLabel('IBAN').waitFor()
    assert.equal(await email.count(), 1)

    await page.getByRole('combobox', { name: 'Divisa en la que cobra' }).click()
    await page.getByRole('option', { name: 'GBP' }).click()
    await page.getByLabel('Número de cuenta').waitFor()

    assert.equal(await email.count(), 1)
    assert.equal(await email.getAttribute('name'), 'values.details.email')
    assert.deepEqual(shell.errors, [])
  }).timeout(60_000)

  test('an empty form says at its fields what is missing: {page}')
    .with([
      {
        page: 'transfer',
        submit: 'Crear orden',
        wrong: ['beneficiary_id', 'amount', 'concept'],
      },
      { page: 'quotes', submit: 'Pedir presupuesto', wrong: ['target_currency', 'amount'] },
      { page: 'recipients/create', submit: 'Crear destinatario', wrong: ['name', 'values.details.IBAN'] },
    ])
    .run(async ({ assert }, { page: path, submit, wrong }) => {
      const stage = await makeBankStage('wise')
      const user = await makeUser('aprobador', { siteIds: [stage.siteId] })
      const shell = await ShellPage.open(user, `/wises/${stage.connectorId}/${path}`)

      await shell.page.getByRole('button', { name: submit }).click()

      await shell.page.locator('[aria-invalid="true"]').first().waitFor()
      assert.sameMembers(await wrongFields(shell), wrong)
      assert.deepEqual(shell.errors, [])
    })

  test('a new connection is asked for all that it needs, at each field', async ({ assert }) => {
    const { siteId } = await makeSite()
    const user = await makeUser('aprobador', { siteIds: [siteId, (await makeSite()).siteId] })
    const shell = await ShellPage.open(user, '/revoluts/create')

    await shell.page.getByRole('button', { name: 'Conectar', exact: true }).click()

    await shell.page.locator('[aria-invalid="true"]').first().waitFor()
    assert.includeMembers(await wrongFields(shell), ['site_id', 'label', 'credentials.clientId'])
    assert.deepEqual(shell.errors, [])
  })

  test('a movement that may be there twice is compared with the other, and goes with a reason', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const accountId = await makeBankAccount(siteId)
    await importBytes(
      accountId,
      csvStatement([
        { on: '2026-11-12', cents: -9_900, text: 'RECIBO 0049' },
        { on: '2026-11-13', cents: -9_900, text: 'Suministros Marina' },
      ])
    )
    const [kept, repeated] = await linesOf(accountId)
    await execute(`update bank_statement_lines set possible_duplicate_of = :kept where id = :repeated`, {
      kept: kept?.id ?? 0,
      repeated: repeated?.id ?? 0,
    })
    const user = await makeUser('c0ntab1l1dad', { siteIds: [siteId] })
    const shell = await ShellPage.open(user, `/accounts/${accountId}/reconcile?line=${repeated?.id}`)
    const { page } = shell
    await page.getByRole('button', { name: 'Comparar los dos' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('cell', { name: 'RECIBO 0049' }).waitFor()
    await dialog.getByRole('cell', { name: 'Suministros Marina' }).waitFor()
    await dialog.getByRole('button', { name: 'Es el mismo' }).click()
    await dialog.getByText(/Motivo: /).waitFor()
    await dialog.getByLabel('Motivo').fill('Mismo recibo')
    await dialog.getByRole('button', { name: 'Es el mismo' }).click()
    await page.getByText('Era el mismo movimiento').waitFor()
    await dialog.waitFor({ state: 'detached' })

    assert.deepEqual(
      (await linesOf(accountId)).map(({ id }) => id),
      [kept?.id]
    )
    await page.getByRole('heading', { name: 'RECIBO 0049' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Comparar los dos' }).count(), 0)
    assert.deepEqual(shell.errors, [])
  }).timeout(60_000)

  test('an account is linked from the day that somebody says', async ({ assert }) => {
    const stage = await makeBankStage('wise', { isLinked: false })
    const user = await makeUser('aprobador', { siteIds: [stage.siteId] })
    const shell = await ShellPage.open(user, `/wises/${stage.connectorId}/edit`)
    const { page } = shell
    await execute(`update user_sessions set step_up_at = now()`)
    await page.getByRole('combobox', { name: /Cuenta de la empresa para/ }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'Asociar' }).click()
    const dialog = page.getByRole('dialog')
    const day = dialog.getByRole('combobox', { name: 'Movimientos desde' })
    await day.fill('2/11/2026')
    await dialog.getByRole('button', { name: 'Asociar' }).click()
    await page.getByText(/asociada: sus movimientos se están leyendo/).waitFor()

    const { linesFrom } = await oneRow<{ linesFrom: string }>(
      `select lines_from from provider_accounts where id = :accountId`,
      stage
    )
    assert.equal(linesFrom, '2026-11-02')
    assert.deepEqual(shell.errors, [])
  }).timeout(60_000)

  test('a quote that has run out offers nothing but a new one', async ({ assert }) => {
    const stage = await makeBankStage('wise')
    const [quote] = await rows<{ id: number }>(
      `insert into provider_quotes (connector_id, external_id, provider_account_id, source_minor, source_currency, target_minor, target_currency, rate, fee_minor, expires_at)
       values (:connectorId, 'Q-over', :accountId, 10000, 'EUR', 8400, 'GBP', '0.84', 50, now() + interval '3 seconds') returning id`,
      stage
    )
    const user = await makeUser('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const shell = await ShellPage.open(user, `/wises/${stage.connectorId}/quotes?quote=${quote?.id}`)
    const { page } = shell

    await page.getByText('El presupuesto ha caducado. Solicite uno nuevo.').waitFor()

    assert.equal(await page.getByRole('link', { name: 'Usar presupuesto' }).count(), 0)
    assert.deepEqual(shell.errors, [])
  }).timeout(60_000)
})
