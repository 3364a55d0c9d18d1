import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { makeAccount, makeBankAccount, makeIban } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'

/** The names that the server gives the fields that are shown as wrong. */
const wrongFields = ({ page }: ShellPage) =>
  page
    .getByRole('dialog')
    .locator('[aria-invalid="true"]')
    .evaluateAll((fields) =>
      fields.map((field) => field.getAttribute('name') ?? field.id.replace('field-', ''))
    )

test.group('Forms of payments in the browser', (group) => {
  startClean(group)

  test('empty, each says at its fields what is missing: {opener}')
    .with([
      {
        path: '/paysuppliers/direct',
        opener: 'Nuevo pago directo',
        submit: 'Crear pago directo',
        wrong: ['from_account_id', 'amount', 'concept'],
      },
      {
        path: '/accounts/transfers',
        opener: 'Nuevo traspaso',
        submit: 'Crear traspaso',
        wrong: ['from_account_id', 'to_account_id', 'amount', 'concept'],
      },
      {
        path: '/payrecurrents',
        opener: 'Nuevo pago recurrente',
        submit: 'Crear pago recurrente',
        wrong: ['site_id', 'provider_id', 'concept'],
      },
      {
        path: '/paysuppliers?tab=provisions',
        opener: 'Nueva provisión',
        submit: 'Crear provisión',
        wrong: ['provider_id', 'concept', 'amount', 'expected_on', 'expense_account_id'],
      },
      {
        path: '/paypayrolls',
        opener: 'Nuevo pago',
        submit: 'Crear pago de nómina',
        wrong: ['employee_id', 'period', 'net', 'pay_on'],
      },
    ])
    .run(async ({ assert }, { path, opener, submit, wrong }) => {
      const { siteId } = await makeTreasury()
      const person = await makeUser('superC0ntab1l1dad', { siteIds: [siteId] })
      const shell = await ShellPage.open(person, path)
      await shell.page.getByRole('button', { name: opener }).first().click()

      await shell.page.getByRole('dialog').getByRole('button', { name: submit }).click()
      await shell.page.getByRole('dialog').locator('[aria-invalid="true"]').first().waitFor()

      assert.sameMembers(await wrongFields(shell), wrong)
    })

  test('a transfer between own accounts that is complete is kept as a draft', async ({ assert }) => {
    const { siteId, accountId } = await makeTreasury()
    const to = await makeBankAccount(siteId, makeIban(), '2025-01-01', {
      name: 'Cuenta de reserva',
      isPayerDefault: false,
    })
    const person = await makeUser('superC0ntab1l1dad', { siteIds: [siteId] })
    const { page } = await ShellPage.open(person, '/accounts/transfers')
    await page.getByRole('button', { name: 'Nuevo traspaso' }).first().click()
    const dialog = page.getByRole('dialog')

    await dialog.locator('#field-from_account_id').click()
    await page.getByRole('option', { name: /Cuenta operativa/ }).click()
    await dialog.locator('#field-to_account_id').click()
    await page.getByRole('option', { name: /Cuenta de reserva/ }).click()
    await dialog.getByLabel('Importe').fill('125,50')
    await dialog.getByLabel('Concepto').fill('Reserva de impuestos')
    await dialog.getByRole('button', { name: 'Crear traspaso' }).click()
    await dialog.waitFor({ state: 'hidden' })

    const made = await oneRow<Record<string, unknown>>(
      `select status, amount_minor, debtor_account_id, remittance from payment_orders where site_id = :siteId`,
      { siteId }
    )
    assert.deepInclude(made, { status: 'draft', amountMinor: 12_550, debtorAccountId: accountId })
    const { target } = await oneRow<{ target: number }>(
      `select to_account_id as target from own_transfers where from_account_id = :accountId`,
      { accountId }
    )
    assert.equal(target, to)
  })

  test('a payment by agreement that is complete is kept, with its account of expense', async ({ assert }) => {
    const { siteId, providerName } = await makeTreasury()
    await makeAccount(siteId, '621')
    const person = await makeUser('superC0ntab1l1dad', { siteIds: [siteId] })
    const { page } = await ShellPage.open(person, '/payrecurrents')
    await page.getByRole('button', { name: 'Nuevo pago recurrente' }).first().click()
    const dialog = page.getByRole('dialog')

    await dialog.locator('#field-site_id').click()
    await page.locator('[role="option"]').first().click()
    await dialog.locator('#field-provider_id').fill(providerName)
    await page.getByRole('option', { name: providerName }).click()
    await dialog.getByLabel('Concepto').fill('Alquiler del local')
    await dialog.getByLabel('Importe de cada pago').fill('900,00')
    await dialog.getByLabel('Sin factura, directo a gasto').check()
    await dialog.getByRole('button', { name: 'Crear pago recurrente' }).click()
    await dialog.locator('#field-expense_account_id[aria-invalid="true"]').waitFor()
    await dialog.locator('#field-expense_account_id').fill('621')
    await page.locator('[role="option"]', { hasText: '621' }).first().click()
    await dialog.getByRole('button', { name: 'Crear pago recurrente' }).click()
    await dialog.waitFor({ state: 'hidden' })

    const made = await oneRow<Record<string, unknown>>(
      `select r.amount_mode, r.amount_minor, r.holiday_rule, r.lead_days, r.booking, left(a.code, 3) as code
         from recurrent_payments r join ledger_accounts a on a.id = r.expense_account_id where r.site_id = :siteId`,
      { siteId }
    )
    assert.deepEqual(made, {
      amountMode: 'fixed',
      amountMinor: 90_000,
      holidayRule: 'next',
      leadDays: 5,
      booking: 'expense',
      code: '621',
    })
  })
})

test.group('Rules of a bank account in the browser', (group) => {
  startClean(group)

  test('one that is put off keeps everything else that it says', async ({ assert }) => {
    const { siteId, accountId } = await makeTreasury()
    const person = await makeUser('c0ntab1l1dad', { siteIds: [siteId] })
    const { page } = await ShellPage.open(person, `/accounts/${accountId}/rules`)
    await page.getByRole('button', { name: 'Crear regla' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre').fill('Comisiones')
    await dialog.getByLabel('El texto contiene').fill('comisión')
    await dialog.locator('#field-min_amount').fill('1,00')
    await dialog.locator('#field-max_amount').fill('90,00')
    await dialog.getByLabel('Cuenta contable').fill('626')
    await dialog.getByLabel('Contabilizar sin revisión').check()
    await dialog.getByLabel('Nunca por encima de').fill('50,00')
    await dialog.getByRole('button', { name: /^(Crear|Guardar)/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    const read = () =>
      oneRow<Record<string, unknown>>(
        `select active, max_minor, conditions, action from bank_rules where bank_account_id = :accountId`,
        { accountId }
      )
    const before = await read()

    await page.getByRole('button', { name: 'Desactivar' }).click()
    await page.getByText('Desactivada').waitFor()

    assert.deepInclude(before, { active: true, maxMinor: 5_000 })
    assert.deepEqual(await read(), { ...before, active: false })
  })
})
