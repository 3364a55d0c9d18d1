import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { seriousFindings } from '#tests/browser/axe'
import { startClean } from '#tests/browser/clean_start'
import { signIn } from '#tests/browser/sign_in_page'
import { makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

test.group('A new entry from a movement', (group) => {
  startClean(group)

  test('a fee with VAT and what was charged with it are booked by keyboard', async ({ assert }) => {
    const { accountId, person } = await makeTreasury()
    await importBytes(
      accountId,
      csvStatement([{ on: '2026-04-09', cents: -1_500, text: 'COMISION MANTENIMIENTO' }])
    )
    const [line] = await linesOf(accountId)
    const page = await signIn(person)
    await page.goto(`/accounts/${accountId}/reconcile`)
    await page.getByRole('heading', { name: 'COMISION MANTENIMIENTO' }).waitFor()

    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Nuevo asiento' })
    const first = dialog.getByRole('group', { name: 'Línea 1' })
    await first.getByLabel('Cuenta contable').waitFor()
    assert.match(await first.getByLabel('Cuenta contable').inputValue(), /^626/)
    await first.getByLabel('Impuesto incluido').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await first.getByText(/^Base/).waitFor()
    await dialog.getByRole('button', { name: 'Añadir línea' }).press('Enter')
    const second = dialog.getByRole('group', { name: 'Línea 2' })
    await page.keyboard.type('669')
    await page.getByRole('option', { name: /^669/ }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await first.getByLabel('Importe').fill('12,10')
    assert.equal(await second.getByLabel('Importe').inputValue(), '2,90')
    const serious = await seriousFindings(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Movimiento contabilizado.').first().waitFor()

    const posted = await rows<{ account: string; minor: number }>(
      `select left(a.code, 3) as account, l.amount_minor as minor from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        where e.source_type = 'bank_statement_line' and e.source_id = :id order by l.line_no`,
      { id: line?.id ?? 0 }
    )
    assert.deepEqual(
      posted.slice(0, -1).map(({ account }) => account),
      ['626', '472', '669']
    )
    assert.deepEqual(posted.map(({ minor }) => minor).slice(2), [290, -1_500])
    assert.deepEqual(serious, [])
  }).timeout(90_000)
})
