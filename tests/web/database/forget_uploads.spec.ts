import { test } from '@japa/runner'
import { deleteBankAccount } from '#app/accounts/actions/delete_bank_account'
import { importStatement } from '#app/accounts/actions/import_statement'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import type { Actor } from '#app/audit/record_event'
import { findFile, readFileBytes, type StoredFile } from '#app/files/store_file'
import { forgetImports } from '#app/imports/actions/forget_imports'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { cif, makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { bringFile, takeOn } from '#tests/factories/imports'
import { makeUser } from '#tests/factories/people'
import { csvStatement } from '#tests/factories/statements'

/** A file of one's own each time: the same bytes are refused twice. */
const csv = (head: string) => ({
  name: 'fichero.csv',
  bytes: Buffer.from(`${head}\n${crypto.randomUUID()}`, 'utf8'),
})

const statement = () =>
  csvStatement([{ on: '02/03/2026', cents: 1000, text: `Cobro ${crypto.randomUUID()}` }])

/** The keys of the files of uploads that wait, one of every kind. */
async function uploadOfEveryKind(siteId: number, actor: Actor): Promise<number[]> {
  const bankAccountId = await makeBankAccount(siteId)
  const ids = [
    await bringFile('employees', csv('Nombre;Apellidos;DNI/NIE;Empresa;Alta'), actor),
    await bringFile('providers', csv('Razón social;NIF'), actor),
    await bringFile('iban-blacklist', csv('IBAN;motivo;comentario'), actor),
    await bringFile('legacy-payments', csv('Fecha;Empresa;Beneficiario;Importe'), actor),
    await bringFile('plan', { ...csv('Cuenta;Nombre'), answers: { site_id: String(siteId) } }, actor),
    await bringFile('payroll', csv('NIF;Neto'), actor),
    await bringFile('supplier-payments', csv('NIF;Importe'), actor),
  ]
  const brought = await rows<{ fileId: number }>(`select file_id from imports where id = any(:ids::uuid[])`, {
    ids,
  })
  const statementId = await uploadStatement({ bankAccountId, name: 'n.csv', bytes: statement(), actor })
  return [...brought.map(({ fileId }) => fileId), statementId]
}

async function fileOf(fileId: number): Promise<StoredFile> {
  const file = await findFile(fileId)
  if (!file) throw new Error(`There is no file ${fileId}`)
  return file
}

const age = (fileIds: number[]) =>
  execute(
    `update imports set created_at = now() - interval '25 hours' where file_id = any(:fileIds::bigint[]) and status = 'uploaded'`,
    { fileIds }
  )

const isThere = async (file: StoredFile) =>
  (await findFile(file.id)) !== null &&
  (await readFileBytes(file).then(
    () => true,
    () => false
  ))

test.group('Uploads that nobody took on', () => {
  test('of every kind go after a day, with their bytes, and not before', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const waiting = await uploadOfEveryKind(siteId, actor)
    const files = await Promise.all(waiting.map(fileOf))

    await forgetImports()
    const young = await Promise.all(files.map(isThere))
    await age(waiting)
    await forgetImports()
    const old = await Promise.all(files.map(isThere))

    assert.deepEqual(
      young,
      waiting.map(() => true)
    )
    assert.deepEqual(
      old,
      waiting.map(() => false)
    )
  })

  test('what was taken on stays: the statement with its file, the import with its record', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const bankAccountId = await makeBankAccount(siteId)
    const fileId = await uploadStatement({ bankAccountId, name: 'n.csv', bytes: statement(), actor })
    await age([fileId])
    const accepts = { unbalanced: false, unreadableRows: false }
    await importStatement({ bankAccountId, fileId, accepts, actor })
    const importId = await bringFile(
      'providers',
      {
        name: 'proveedores.csv',
        bytes: Buffer.from(
          `Razón social;NIF;Categoría;IBAN\nGuardada SL;${cif(6_022_140)};Agua;${makeIban()}`
        ),
      },
      actor
    )
    await execute(`update imports set created_at = now() - interval '25 hours' where id = :importId::uuid`, {
      importId,
    })
    await takeOn('providers', importId, actor)

    await forgetImports()

    const kept = await oneRow<{ statements: number; imports: number }>(
      `select (select count(*)::int from bank_statements s join files f on f.id = s.file_id where s.bank_account_id = :bankAccountId) as statements,
              (select count(*)::int from imports where id::text = :importId and status = 'applied') as imports`,
      { bankAccountId, importId }
    )
    assert.deepEqual(kept, { statements: 1, imports: 1 })
  })

  test('of an account that is deleted go with it', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const bankAccountId = await openBankAccount(
      {
        siteId,
        name: 'Cuenta que no llega a usarse',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'EUR',
        iban: makeIban(),
        openedOn: calendarDate('2026-01-01'),
        openingBalanceMinor: 0,
      },
      actor
    )
    const fileId = await uploadStatement({ bankAccountId, name: 'n.csv', bytes: statement(), actor })
    const file = await findFile(fileId)
    if (!file) throw new Error('The upload has no file')

    await deleteBankAccount(bankAccountId, actor)

    assert.isFalse(await isThere(file))
  })
})
