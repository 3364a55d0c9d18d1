import { test } from '@japa/runner'
import type { Locator, Page } from 'playwright'
import { oneRow } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import { ShellPage } from '#tests/browser/shell_page'
import { act, confirmIdentity, signIn } from '#tests/browser/sign_in_page'
import {
  bookSum,
  chargesOf,
  computeAll,
  makeBill,
  makeRebillingStage,
  type RebillingStage,
} from '#tests/factories/rebilling'

const nameOf = async (siteId: number): Promise<string> =>
  (
    await oneRow<{ name: string }>(
      `select coalesce(nullif(trade_name, ''), legal_name::text) as name from sites where id = :siteId`,
      { siteId }
    )
  ).name

async function choose(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option }).first().click()
}

/** A rule of half and half, written on its page and tried on the month of the bill. */
async function writeRule(page: Page, stage: RebillingStage): Promise<void> {
  const [first = 0, second = 0] = stage.targetIds
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Software de prueba')
  const field = (label: RegExp) =>
    page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .first()
  await choose(page, field(/^Empresa de origen/), await nameOf(stage.originId))
  await page.getByRole('textbox', { name: /^Cuentas/ }).fill('628')
  await choose(page, field(/^Destino 1/), await nameOf(first))
  await page.getByRole('textbox', { name: 'Porcentaje' }).first().fill('50')
  await page.getByRole('button', { name: 'Añadir empresa' }).click()
  await choose(page, field(/^Destino 2/), await nameOf(second))
  await page.getByRole('textbox', { name: 'Porcentaje' }).nth(1).fill('50')
  await choose(page, field(/^Tratamiento/), 'Nota de cargo')
  await choose(page, field(/^Frecuencia/), 'Por documento')
  await page
    .getByRole('textbox', { name: /^Vigente desde|^Válida desde|^Desde/ })
    .or(page.getByRole('combobox', { name: /desde/i }))
    .first()
    .fill('01/01/2026')
}

test.group('Rebilling in the browser', (group) => {
  startClean(group)

  test('a rule is written, its proposals approved, issued and found in the history', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    await makeBill(stage)
    const serious: string[] = []
    const { page } = await ShellPage.open(stage.author, '/configuracion-refacturacion/create')
    await writeRule(page, stage)
    serious.push(...(await seriousFindings(page, 'rule')))
    await page.getByRole('button', { name: /^Guardar|^Crear/ }).click()
    await page.waitForURL(/\/configuracion-refacturacion\/?(\d+\/edit)?$/)

    await page.goto('/refacturacion')
    await act(page, 'Calcular', 'Calcular')
    await page
      .getByText(/Calculando/)
      .first()
      .waitFor()
    await computeAll(stage)
    const charges = await chargesOf(stage)
    assert.lengthOf(charges, 2)

    const approver = await signIn(stage.approver)
    await approver.goto('/refacturacion')
    for (const { number } of charges)
      await approver.getByRole('row').filter({ hasText: number }).getByRole('checkbox').check()
    serious.push(...(await seriousFindings(approver, 'proposals')))
    await act(approver, 'Aprobar', /^Aprobar/)
    await confirmIdentity(approver, stage.approver)
    await approver.getByText(/2 refacturaciones aprobadas/).waitFor()

    await page.goto('/refacturacion?tab=approved')
    for (const { number } of charges)
      await page.getByRole('row').filter({ hasText: number }).getByRole('checkbox').check()
    await act(page, 'Emitir', /^Emitir/)
    await page.getByText('2 refacturaciones emitidas.').waitFor()
    await page.goto('/refacturacion-historico')
    const [charge] = charges
    await page
      .getByRole('link', { name: charge?.number ?? '' })
      .first()
      .click()
    await page.getByText('Liquidada').first().waitFor()
    serious.push(...(await seriousFindings(page, 'charge')))
    await page.goto('/refacturacion-historico/matriz')
    await page.getByText('50,00').first().waitFor()

    assert.deepEqual(serious, [])
    assert.equal(await bookSum(stage.originId, '5523'), 10_000)
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  }).timeout(240_000)
})
